// What happened, newest first: for a person, an organization, a team, a repository.
#include "accounts/guards.hpp"
#include "feeds/show.hpp"
#include "feeds/tables.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"

namespace cairn::feeds {

using namespace api;
using enum Method;
using accounts::Account;
using repositories::RepositoryContext;
using repositories::sees_repository;

namespace {

struct ListFeed : Paging {
    std::string date;
};
BOOST_DESCRIBE_STRUCT(ListFeed, (Paging), (date))
constexpr auto notes(const ListFeed*)
{
    return std::array{Note{.member = "date", .doc = "only this day, such as 2026-11-15", .format = "date"}};
}

struct ListUserFeed : ListFeed {
    bool only_performed_by = false;
};
BOOST_DESCRIBE_STRUCT(ListUserFeed, (ListFeed), (only_performed_by))
constexpr auto notes(const ListUserFeed*)
{
    return std::array{Note{.member = "only_performed_by",
                           .doc = "without what others did in repositories that the person watches",
                           .alias = "only-performed-by"}};
}

const Paging& paging_of(const ListFeed& query) { return query; }

Result<Unlinked<Activity>> list_of_user(Call& call, const Account& account, Query<ListUserFeed> query)
{
    const auto found = activities_of_user(
        call, account,
        {.paging = paging_of(query.value), .date = query->date, .only_performed_by = query->only_performed_by});
    return Unlinked<Activity>{show_feed(call, found, account.id)};
}

Result<Unlinked<Activity>> list_of_organization(Call& call, const organizations::StoredOrganization& organization,
                                                Query<ListFeed> query)
{
    const auto found =
        activities_of_organization(call, organization.id, {.paging = paging_of(query.value), .date = query->date});
    return Unlinked<Activity>{show_feed(call, found, organization.id)};
}

Result<Page<Activity>> list_of_team(Call& call, const organizations::TeamAndOrganization& of, Query<ListFeed> query)
{
    const auto found = activities_of_team(call, of.team.id, {.paging = paging_of(query.value), .date = query->date});
    return show_feed(call, found, of.organization.id);
}

Result<Unlinked<Activity>> list_of_repository(Call& call, const RepositoryContext& place, Query<ListFeed> query)
{
    const auto found =
        activities_of_repository(call, place.repository.id, {.paging = paging_of(query.value), .date = query->date});
    return Unlinked<Activity>{show_feed(call, found, 0)};
}

Result<std::vector<UserHeatmapData>> get_heatmap(Call& call, const Account& account)
{
    return heatmap_of(call, account);
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET, "/users/{username}/activities/feeds", scope::user,         accounts::reads_user,              handle<list_of_user>,         200, "userListActivityFeeds",    "List what a person did, and what happened in what they watch", {}, "ActivityFeedsList"},
    {GET, "/users/{username}/heatmap",          scope::user,         accounts::reads_user,              handle<get_heatmap>,          200, "userGetHeatmapData",       "Tell when a person did how much", {}, "UserHeatmapData"},
};
constexpr Operation organization_operations[] = {
    {GET, "/orgs/{org}/activities/feeds",       scope::organization, organizations::reads_organization, handle<list_of_organization>, 200, "orgListActivityFeeds",     "List what happened in an organization", {}, "ActivityFeedsList"},
    {GET, "/teams/{id}/activities/feeds",       scope::organization, organizations::reads_team,         handle<list_of_team>,         200, "orgListTeamActivityFeeds", "List what happened in a team's repositories", {}, "ActivityFeedsList"},
};
constexpr Operation feed_operations[] = {
    {GET, "/repos/{owner}/{repo}/activities/feeds", scope::repository, sees_repository,                 handle<list_of_repository>,   200, "repoListActivityFeeds",    "List what happened in a repository", {}, "ActivityFeedsList"},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(organization_operations));
static_assert(well_formed(feed_operations));

} // namespace

const Table user_feed_table{"user", user_operations};
const Table organization_feed_table{"organization", organization_operations};
const Table feed_table{"repository", feed_operations};

} // namespace cairn::feeds
