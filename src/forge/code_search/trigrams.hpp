// The pieces of three letters by which an engine finds the texts that may fit a query.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code_search/query.hpp"

namespace cairn::code_search {

enum class Engine : std::uint8_t { sqlite, postgres };

// What code_words() of the engine takes, for texts that have all that the query's terms must have. Empty: there is
// nothing to look for in the index, and every text may fit.
std::string indexed_pieces(const Query&, Engine);

} // namespace cairn::code_search
