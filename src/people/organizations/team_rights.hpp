// The three ways in which clients say what a team may do, and what we make of them.
#pragma once

#include "organizations/team.hpp"

namespace cairn::organizations {

enum class TeamPermission : std::uint8_t { read, write, admin };
BOOST_DESCRIBE_ENUM(TeamPermission, read, write, admin)

// Nothing when the client said nothing about rights. `present` is the level that units get which are listed without
// one. Where units are both listed and mapped, the map wins. Names of units that do not exist open nothing.
std::optional<TeamRights> read_rights(std::optional<TeamPermission>, const std::vector<std::string>& units,
                                      const std::map<std::string, std::string>& units_map, Level present);

} // namespace cairn::organizations
