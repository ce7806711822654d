// All organizations and all repositories of the site, as administrators look through them: whoever is asked about has
// the site in hand, so that nothing is left out.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

struct ListedOrganization {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string avatar; // the name of the picture
    accounts::Visibility visibility = accounts::Visibility::public_;
    std::int64_t members = 0;
    std::int64_t teams = 0;
    std::int64_t repositories = 0;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(ListedOrganization, (),
                      (id, name, full_name, avatar, visibility, members, teams, repositories, created_at))

struct SearchContent : Paging {
    std::string q;
    std::string sort;
};
BOOST_DESCRIBE_STRUCT(SearchContent, (Paging), (q, sort))
constexpr auto notes(const SearchContent*)
{
    return std::array{Note{"q", "a piece of the name"}, Note{"sort", "name, newest, updated or size; by name else"}};
}

// By name, or the newest first.
Page<ListedOrganization> listed_organizations(const api::Call&, const SearchContent&);

struct ListedRepository {
    std::int64_t id = 0;
    std::string owner;
    std::string name;
    bool private_ = false;
    bool fork = false;
    bool mirror = false;
    bool archived = false;
    bool empty = false;
    std::int64_t size = 0; // in bytes
    std::int64_t issues = 0;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(ListedRepository, (),
                      (id, owner, name, private_, fork, mirror, archived, empty, size, issues, created_at, updated_at))

// By owner and name, the newest, the one changed last, or the largest first.
Page<ListedRepository> listed_repositories(const api::Call&, const SearchContent&);

} // namespace cairn::admin
