// The commits that a merge makes, each style its own. They are written and nobody sees them until a branch is moved to
// the last one.
#pragma once

#include <functional>

#include "git/objects/writing.hpp"
#include "pulls/merge/merge_message.hpp"

namespace cairn::pulls {

struct MergePlan {
    MergeStyle style = MergeStyle::merge;
    git::ObjectId head;
    git::Person merger;
    git::Person author;  // of a squash
    std::string message; // of the commit that is made beside those that there are
    // Writes a commit, signed or not.
    git::CommitWriter write{};
};

// What the base branch, which is at `base`, shall be at. Errc::conflict where somebody has to decide,
// Errc::method_not_allowed for a fast-forward that is none.
Result<git::ObjectId> make_merge(const git::Repository&, const MergePlan&, const git::ObjectId& base);

// The commits that `head` has and `base` has not, made anew on top of `base`, without merges and without those that
// change nothing any more. Those that are on top of it already stay what they are.
Result<git::ObjectId> replay(const git::Repository&, const MergePlan&, const git::ObjectId& base);

} // namespace cairn::pulls
