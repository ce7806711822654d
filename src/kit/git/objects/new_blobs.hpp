// What has come to a repository with new commits, found without looking at what was there before.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "git/repository.hpp"

namespace cairn::git {

struct News {
    std::vector<ObjectId> tips;  // commits, or tags, that lead to what may be new
    std::vector<ObjectId> known; // those that lead to what is not; what the repository does not have says nothing
};

// The content of each file of at most so many bytes that a new commit has and none of its parents, in no order, some
// twice, until `look` returns false. too_large, after some of them, for more news than are kept track of.
Result<> for_each_new_blob(const Repository&, const News&, std::uint64_t most_bytes,
                           const std::function<bool(std::string_view)>& look);

} // namespace cairn::git
