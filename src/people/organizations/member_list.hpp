// The members of an organization and its teams, as pages list them: with what each of them is there.
#pragma once

#include <map>

#include "organizations/member.hpp"

namespace cairn::organizations {

struct ListedMember {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string avatar; // the name of the picture
    bool owner = false;
    bool is_public = false;
    bool second_step = false; // signs in with one
};
BOOST_DESCRIBE_STRUCT(ListedMember, (), (id, name, full_name, avatar, owner, is_public, second_step))

// By name: all of them for a caller who is one or administers the site, otherwise those who show it. `q`: a piece of
// the name or the full name.
Page<ListedMember> list_members(const api::Call&, const StoredOrganization&, std::string_view q, const Paging&);

struct TeamCounts {
    std::int64_t id = 0;
    std::int64_t members = 0;
    std::int64_t repositories = 0; // that the caller sees
    bool joined = false;           // the caller is in it
};
BOOST_DESCRIBE_STRUCT(TeamCounts, (), (id, members, repositories, joined))

// Of these teams: one query for a whole list.
std::map<std::int64_t, TeamCounts> team_counts(const api::Call&, const std::vector<std::int64_t>& team_ids);

} // namespace cairn::organizations
