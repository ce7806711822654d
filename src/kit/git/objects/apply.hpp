// Applying patches that people send.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "git/child/child.hpp"
#include "git/objects/object_id.hpp"

namespace cairn::git {

// What the git program may have while it applies one: a patch of a few bytes can say that a file is very large.
struct ApplyLimits {
    std::uint64_t memory = 0;        // bytes; 0: as much as it has for everything else
    std::uint64_t largest_piece = 0; // in one piece, as the whole of a file is; 0: any
};

// A tree that patches are applied to, one after the other: by a three-way merge where the lines have moved and the
// blobs that a patch names are there, with white space at line ends mended. Makes use of the git program: the library
// knows neither.
class PatchedTree {
public:
    static Result<PatchedTree> begin(Children&, const std::string& repository, const ObjectId& commit,
                                     const ApplyLimits& = {});
    PatchedTree(PatchedTree&&) noexcept;
    ~PatchedTree();

    // The tree that comes out. unprocessable, with the files that it is about, for a patch that does not apply, and for
    // one that puts something at a path that no file can have, or what is neither a file nor a link within the
    // repository; too_large for one that wants more than the limits. After an error there is nothing more to be done.
    Result<ObjectId> apply(std::string_view patch);

private:
    class Index;
    PatchedTree(Children&, std::string repository, const ObjectId& tree, const ApplyLimits&);

    Result<Children::Answer> ask(std::vector<std::string> arguments, std::string_view input = {}) const;

    Children& children_;
    std::string repository_;
    ObjectId tree_;
    ApplyLimits limits_;
    std::unique_ptr<const Index> index_;
};

// One patch alone.
Result<ObjectId> apply_patch(Children&, const std::string& repository, const ObjectId& commit, std::string_view patch,
                             const ApplyLimits& = {});

} // namespace cairn::git
