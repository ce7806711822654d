// How far many commits are from one, in one walk through git's index of commits.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "git/objects/merge.hpp"

namespace cairn::git {

// In the order of the commits; nothing for those that are not in the index, and for all where `base` is not.
std::vector<std::optional<Distance>> indexed_distances(const Repository&, std::span<const ObjectId> commits,
                                                       const ObjectId& base);

} // namespace cairn::git
