// Every object that a repository has, whether or not anything leads to it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "git/repository.hpp"

namespace cairn::git {

// The content of each blob of at most so many bytes, in no order, until `look` returns false. Looks at the head of
// every object, so it takes long where there are many.
Result<> for_each_blob(const Repository&, std::uint64_t most_bytes, const std::function<bool(std::string_view)>& look);

} // namespace cairn::git
