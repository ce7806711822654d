// What the page of an organization shows: what it says of itself, its repositories, and who is in it.
#pragma once

#include "pages/explore/shown_account.hpp"
#include "pages/profiles/owner_repositories.hpp"
#include "pages/profiles/profile_readme.hpp"

namespace cairn::pages {

struct HomeTeam {
    std::string name;
    std::string description{};
};
BOOST_DESCRIBE_STRUCT(HomeTeam, (), (name, description))

struct OrganizationHome {
    std::int64_t followers = 0;
    bool may_create = false; // repositories
    bool can_follow = false;
    bool followed = false;
    std::string email{};
    std::optional<ShownReadme> readme{};
    OwnerRepositories list{};
    std::vector<ShownPerson> members{}; // the first of those that the reader may know of
    std::int64_t member_count = 0;
    bool belongs = false;
    bool owns = false;
    std::vector<HomeTeam> teams{}; // for members
};
BOOST_DESCRIBE_STRUCT(OrganizationHome, (),
                      (followers, may_create, can_follow, followed, email, readme, list, members, member_count, belongs,
                       owns, teams))

OrganizationHome organization_home(const api::Call&, const accounts::Account&, const ProfileQuery&);

} // namespace cairn::pages
