// What somebody wants a merge to be, and what comes of that: whose commits they are, what they say, who signs.
#pragma once

#include "pulls/merge/merge_checks.hpp"
#include "pulls/merge/merge_commits.hpp"

namespace cairn::pulls {

struct MergeWish {
    MergeStyle style = MergeStyle::merge;
    std::string title{}; // empty: the usual one
    std::string message{};
    std::string head_commit_id{};  // not empty: only if this is the head
    std::string merge_commit_id{}; // what it was merged as, by hand
    bool force = false;
    bool delete_branch = false;
    bool by_schedule = false;
};

MergePlan plan_for(const api::Site&, const git::Repository&, const Known&, const Merger&, const MergeWish&);

// What the commit of a merge would say, for those who want to write it themselves: as the repository's template has it,
// or the usual title and, of a squash, what its commits say.
struct MergeMessage {
    std::string title;
    std::string text;
};
MergeMessage usual_message(const api::Site&, const git::Repository&, const Known&, MergeStyle);

} // namespace cairn::pulls
