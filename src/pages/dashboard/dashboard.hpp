// A dashboard: what waits for somebody, what happened, and what is theirs. One's own, or that of an organization or a
// team.
#pragma once

#include "organizations/team.hpp"
#include "pages/dashboard/shown_deed.hpp"
#include "pages/dashboard/waiting_list.hpp"
#include "pages/issue_lists/shown_milestone.hpp"

namespace cairn::pages {

struct DashboardQuery {
    std::string q;
    std::int64_t before = 0;
};
BOOST_DESCRIBE_STRUCT(DashboardQuery, (), (q, before))
constexpr auto notes(const DashboardQuery*)
{
    return std::array{Note{"q", "a piece of the name of a repository to find"},
                      Note{"before", "only what happened before this one"}};
}

// A way to look at it: oneself, an organization, a team.
struct Seat {
    std::string name;
    std::string address;
    std::string avatar{};
    bool organization = false;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(Seat, (), (name, address, avatar, organization, current))

struct MyRepository {
    std::string name; // "owner/name"
    std::string address;
    std::string avatar{};
    bool of_organization = false;
    bool private_ = false;
};
BOOST_DESCRIBE_STRUCT(MyRepository, (), (name, address, avatar, of_organization, private_))

struct Dashboard {
    std::string path{};         // of the page
    std::string greeting{};     // for oneself
    std::string organization{}; // whose it is; empty: one's own
    std::string team{};
    std::vector<Seat> seats{};
    std::vector<Seat> teams{}; // of the organization
    WaitingList waiting{};
    std::vector<ShownDeed> feed{};
    bool is_older = false; // what is shown of it is not the newest
    std::string older{};   // an address; empty: there is none
    std::string feed_address{};
    std::string q{};
    std::vector<MyRepository> repositories{};
    std::int64_t repository_count = 0;
    std::string all_repositories{}; // an address
    std::vector<ShownMilestone> milestones{};
    bool fresh = false; // there is nothing yet: first steps are shown
};
BOOST_DESCRIBE_STRUCT(Dashboard, (),
                      (path, greeting, organization, team, seats, teams, waiting, feed, is_older, older, feed_address,
                       q, repositories, repository_count, all_repositories, milestones, fresh))

Dashboard own_dashboard(const api::Call&, const accounts::Account&, const DashboardQuery&);
// `team`: null for all of the organization.
Dashboard organization_dashboard(const api::Call&, const organizations::StoredOrganization&,
                                 const organizations::StoredTeam* team, const DashboardQuery&);

} // namespace cairn::pages
