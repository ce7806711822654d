// Maps of the site for search engines: what everybody may see, and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::misc {

// How many addresses a map has.
inline constexpr std::int64_t addresses_of_a_map = 1000;

// The list of the maps. One question for each kind of thing; nothing is listed where people must sign in.
std::string map_index(db::Queries&, const config::Settings&);

// A map of public repositories, or of public people and organizations, counted from 1. not_found behind the last.
Result<std::string> map_of_repositories(db::Queries&, const config::Settings&, std::int64_t number);
Result<std::string> map_of_accounts(db::Queries&, const config::Settings&, std::int64_t number);

} // namespace cairn::misc
