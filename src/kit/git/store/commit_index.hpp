// The index of commits that makes long histories quick to go through (objects/commit_graph_file.hpp): when one is
// wanted, and writing it. Whoever reads meanwhile is not disturbed; the cache has to forget() the repository
// afterwards.
#pragma once

#include <cstdint>
#include <string>

#include "git/child/child.hpp"

namespace cairn::git {

// Whether a history of so many commits is worth an index, or has grown much beyond the one that there is.
bool wants_commit_index(const std::string& repository, std::uint64_t commits);

// Costs as much as comparing each new commit with the one before it.
Result<> index_commits(Children&, const std::string& repository);

} // namespace cairn::git
