// A merge in memory, for those who look into it. Private to this module.
#pragma once

#include "git/libgit2.hpp"
#include "git/objects/merge.hpp"

namespace cairn::git {

Result<Owned<git_index>> merged_index(const Repository&, const ObjectId& ours, const ObjectId& theirs);

// Its tree, or the paths that somebody has to decide about.
Result<Merge> finish_merge(const Repository&, git_index*);

} // namespace cairn::git
