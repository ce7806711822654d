// What happened, newest first: for a person, an organization, a team, a repository. There is one row for each event;
// whose feed it belongs to is found when somebody looks.
#include <algorithm>
#include <map>

#include "accounts/guards.hpp"
#include "accounts/shown_accounts.hpp"
#include "accounts/user.hpp"
#include "base/distinct.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "feeds/activity.hpp"
#include "feeds/tables.hpp"
#include "issues/timeline/comment.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"
#include "repositories/show.hpp"

namespace cairn::feeds {

using namespace api;
using enum Method;
using access::Unit;
using accounts::Account;
using db::bound;
using repositories::Repository;
using repositories::RepositoryContext;
using repositories::sees_repository;

namespace {

struct Activity {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::string op_type;
    std::int64_t act_user_id = 0;
    accounts::User act_user;
    std::int64_t repo_id = 0;
    Repository repo;
    std::int64_t comment_id = 0;
    std::optional<issues::Comment> comment;
    std::string ref_name;
    bool is_private = false;
    std::string content;
    Time created;
};
BOOST_DESCRIBE_STRUCT(Activity, (),
                      (id, user_id, op_type, act_user_id, act_user, repo_id, repo, comment_id, comment, ref_name,
                       is_private, content, created))
constexpr auto notes(const Activity*)
{
    return std::array{
        Note{"", "Something that somebody did in a repository"},
        Note{"user_id", "whose feed it is in"},
        Note{"op_type", "what was done, such as create_repo or create_issue"},
        Note{"comment", "what was said, if it was a comment"},
        Note{"ref_name", "the branch or tag that it is about"},
        Note{"content", "more about it, in a form that depends on what was done"},
    };
}

struct UserHeatmapData {
    std::int64_t timestamp = 0;
    std::int64_t contributions = 0;
};
BOOST_DESCRIBE_STRUCT(UserHeatmapData, (), (timestamp, contributions))
constexpr auto notes(const UserHeatmapData*)
{
    return std::array{Note{"", "How much somebody did in a quarter of an hour"},
                      Note{"timestamp", "its beginning, in seconds since 1970"}};
}

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

template <class Row> std::vector<std::int64_t> ids_of(const std::vector<Row>& rows, std::int64_t Row::* member)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(row.*member);
    make_distinct(ids);
    return ids;
}

// Those that the viewer may read: to see a repository is not yet to read its issues.
std::map<std::int64_t, std::optional<issues::Comment>> show_comments(const Call& call,
                                                                     const std::vector<std::int64_t>& ids)
{
    const auto viewer = access::Viewer::of(call.caller);
    db::Composition query("SELECT c.* FROM comment c JOIN issue i ON i.id = c.issue_id"
                          " JOIN repository r ON r.id = i.repository_id WHERE c.id IN ");
    query << bound(ids) << " AND ((NOT i.is_pull AND ";
    access::add_reads(query, viewer, Unit::issues);
    query << ") OR (i.is_pull AND ";
    access::add_reads(query, viewer, Unit::pulls);
    query << "))";
    const auto rows = call.db().all<issues::StoredComment>(query);
    std::map<std::int64_t, issues::StoredIssue> said_about;
    for (auto& issue : issues::find_issues(call.db(), ids_of(rows, &issues::StoredComment::issue_id)))
        said_about.emplace(issue.id, std::move(issue));
    const auto homes = issues::homes_of(call.db(), ids_of(rows, &issues::StoredComment::repository_id));
    std::map<std::int64_t, std::optional<issues::Comment>> shown;
    for (auto& comment : issues::show_comments(call, rows, said_about, homes)) {
        comment.user.reset(); // act_user says who it was
        shown.emplace(comment.id, std::move(comment));
    }
    return shown;
}

Page<Activity> show_feed(const Call& call, const Page<StoredActivity>& found, std::int64_t feed_owner)
{
    Page<Activity> page{.items = {}, .total = found.total};
    if (found.items.empty()) return page;
    const accounts::ShownAccounts people(call.db(), ids_of(found.items, &StoredActivity::actor_id));
    db::Composition of_repositories("SELECT r.* FROM repository r WHERE r.id IN ");
    of_repositories << bound(ids_of(found.items, &StoredActivity::repository_id));
    const auto rows = call.db().all<repositories::StoredRepository>(of_repositories);
    std::map<std::int64_t, Repository> shown_repositories;
    for (auto& shown : repositories::show_repositories(call, rows, access::Viewer::of(call.caller)))
        shown_repositories.emplace(shown.id, std::move(shown));
    auto comments = show_comments(call, ids_of(found.items, &StoredActivity::comment_id));

    for (const auto& row : found.items) {
        const auto& repository = shown_repositories[row.repository_id];
        page.items.push_back({.id = row.id,
                              .user_id = feed_owner != 0 ? feed_owner : repository.owner.id,
                              .op_type = row.kind,
                              .act_user_id = row.actor_id,
                              .act_user = accounts::show_user(people.at(row.actor_id), call.caller, call.settings()),
                              .repo_id = row.repository_id,
                              .repo = repository,
                              .comment_id = row.comment_id,
                              .comment = comments[row.comment_id],
                              .ref_name = row.ref_name,
                              .is_private = repository.private_,
                              .content = row.content,
                              .created = row.created_at});
    }
    return page;
}

Result<Unlinked<Activity>> list_of_user(Call& call, const Account& account, Query<ListUserFeed> query)
{
    const auto found = activities_of_user(
        call, account, {.paging = query.value, .date = query->date, .only_performed_by = query->only_performed_by});
    return Unlinked<Activity>{show_feed(call, found, account.id)};
}

Result<Unlinked<Activity>> list_of_organization(Call& call, const organizations::StoredOrganization& organization,
                                                Query<ListFeed> query)
{
    const auto found = activities_of_organization(call, organization.id, {.paging = query.value, .date = query->date});
    return Unlinked<Activity>{show_feed(call, found, organization.id)};
}

Result<Page<Activity>> list_of_team(Call& call, const organizations::TeamAndOrganization& of, Query<ListFeed> query)
{
    const auto found = activities_of_team(call, of.team.id, {.paging = query.value, .date = query->date});
    return show_feed(call, found, of.organization.id);
}

Result<Unlinked<Activity>> list_of_repository(Call& call, const RepositoryContext& place, Query<ListFeed> query)
{
    const auto found =
        activities_of_repository(call, place.repository.id, {.paging = query.value, .date = query->date});
    return Unlinked<Activity>{show_feed(call, found, 0)};
}

Result<std::vector<UserHeatmapData>> get_heatmap(Call& call, const Account& account)
{
    constexpr std::int64_t day = 24 * 3600;
    constexpr std::int64_t days = 373; // whole weeks of a year, and what is left of one
    if (!call.settings().service.enable_user_heatmap || hides_activity(call, account))
        return std::vector<UserHeatmapData>();
    db::Composition query("SELECT a.created_at / 900 * 900 AS timestamp, count(*) AS contributions FROM activity a"
                          " JOIN repository r ON r.id = a.repository_id WHERE a.actor_id = ");
    query << bound(account.id) << " AND a.created_at > " << bound(Time::now().seconds - days * day) << " AND ";
    access::add_sees(query, access::Viewer::of(call.caller));
    query << " GROUP BY a.created_at / 900 ORDER BY a.created_at / 900";
    return call.db().all<UserHeatmapData>(query);
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
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/activities/feeds", scope::repository, sees_repository,                 handle<list_of_repository>,   200, "repoListActivityFeeds",    "List what happened in a repository", {}, "ActivityFeedsList"},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(organization_operations));
static_assert(well_formed(operations));

} // namespace

const Table user_feed_table{"user", user_operations};
const Table organization_feed_table{"organization", organization_operations};
const Table feed_table{"repository", operations};

} // namespace cairn::feeds
