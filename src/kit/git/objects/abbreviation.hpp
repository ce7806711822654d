// Ids that begin with the same digits: for whoever has abbreviated one too much.
#pragma once

#include <string_view>
#include <vector>

#include "git/repository.hpp"

namespace cairn::git {

// The objects whose ids begin so, at most `most` of them, in order. Fewer than four digits, and what are none, are the
// beginning of nothing.
Result<std::vector<ObjectId>> ids_beginning_with(const Repository&, std::string_view digits, std::size_t most);

} // namespace cairn::git
