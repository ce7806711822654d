// Time that was spent: on an issue, in a repository, by somebody; and the stopwatches that count it.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/tables.hpp"
#include "issues/time/stopwatch.hpp"
#include "issues/time/tracking.hpp"

namespace cairn::issues {

using namespace api;
using accounts::Account;
using enum Method;

namespace {

struct StopWatch {
    Time created;
    std::int64_t seconds = 0;
    std::string duration;
    std::int64_t issue_index = 0;
    std::string issue_title;
    std::string repo_owner_name;
    std::string repo_name;
};
BOOST_DESCRIBE_STRUCT(StopWatch, (), (created, seconds, duration, issue_index, issue_title, repo_owner_name, repo_name))
constexpr auto notes(const StopWatch*)
{
    return std::array{
        Note{"", "A stopwatch that runs on an issue"},
        Note{"created", "when it was started"},
        Note{"seconds", "what it shows"},
        Note{"duration", "the same in words"},
        Note{"issue_index", "the number of the issue"},
    };
}

struct ListWatches : Paging { };
BOOST_DESCRIBE_STRUCT(ListWatches, (Paging), ())

struct UserPath {
    std::string user;
};
BOOST_DESCRIBE_STRUCT(UserPath, (), (user))
constexpr auto notes(const UserPath*) { return std::array{Note{"user", "the name of the person"}}; }

struct TimePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(TimePath, (), (id))
constexpr auto notes(const TimePath*) { return std::array{Note{"id", "the id of the entry"}}; }

Unlinked<TrackedTime> show_page(const Call& call, const Page<StoredTime>& found)
{
    return {{.items = show_times(call, found.items), .total = found.total}};
}

template <class Where> Result<Unlinked<TrackedTime>> list(Call& call, const Where& where, Query<ListTimes> query)
{
    return show_page(call, TRY(list_times(call, where, query.value)));
}

Result<std::vector<TrackedTime>> list_of_person(Call& call, const RepositoryContext& place, Path<UserPath> path)
{
    return show_times(call, TRY(list_times_of(call, place, path->user)));
}

Result<Unlinked<TrackedTime>> list_own(Call& call, const Account& account, Query<ListOwnTimes> query)
{
    return show_page(call, list_times(call, account, query.value));
}

Result<TrackedTime> add(Call& call, const IssueContext& at, Body<AddTimeOption> body)
{
    const auto added = TRY(track_time(call, at, body.value));
    auto shown = show_times(call, {&added, 1});
    if (shown.empty()) return not_found("the issue");
    if (body->created) shown.front().created = *body->created;
    // It is told as the person may see it whose time it is, as clients know it.
    const auto poster = accounts::find_account(call.db(), at.issue.poster_id);
    if (added.account_id != call.caller.id && poster)
        shown.front().issue->user = std::make_shared<accounts::User>(
            accounts::show_user(*poster, Caller{.id = added.account_id}, call.settings()));
    return std::move(shown.front());
}

Result<> remove(Call& call, const IssueContext& at, Path<TimePath> path) { return delete_time(call, at, path->id); }
Result<> remove_own(Call& call, const IssueContext& at) { return reset_time(call, at); }

constexpr Scope own_scope = scope::closed_to_public_only(scope::user);

template <Result<> (*change)(const Call&, const IssueContext&)> Result<> change_by(Call& call, const IssueContext& at)
{
    return change(call, at);
}

Result<Unlinked<StopWatch>> list_own_stopwatches(Call& call, const Account& account, Query<ListWatches> query)
{
    const auto found = list_stopwatches(call, account, query.value);
    Unlinked<StopWatch> shown{{.items = {}, .total = found.total}};
    for (const auto& watch : found.items) {
        const auto seconds = std::max<std::int64_t>(0, Time::now().seconds - watch.created_at.seconds);
        shown.page.items.push_back({.created = watch.created_at,
                                    .seconds = seconds,
                                    .duration = duration_words(seconds),
                                    .issue_index = watch.issue_number,
                                    .issue_title = watch.issue_title,
                                    .repo_owner_name = watch.owner_name,
                                    .repo_name = watch.repository_name});
    }
    return shown;
}

// clang-format off
constexpr Operation time_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/times",      scope::issue, reads_issue_signed_in, handle<list<IssueContext>>, 200, "issueTrackedTimes", "List the time spent on an issue", {403}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/times",      scope::issue, reads_issue_signed_in, handle<add>,           200, "issueAddTime",      "Add time spent on an issue", {400, 403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/times",      scope::issue, reads_issue_signed_in, handle<remove_own>,    204, "issueResetTime",    "Delete all time that you have spent on an issue", {400, 403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/times/{id}", scope::issue, reads_issue_signed_in, handle<remove>,        204, "issueDeleteTime",   "Delete an entry of time spent", {400, 403}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/stopwatch/start",  scope::issue, runs_clock, handle<change_by<start_stopwatch>>,  201, "issueStartStopWatch",  "Start your stopwatch on an issue", {409}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/stopwatch/stop",   scope::issue, runs_clock, handle<change_by<stop_stopwatch>>,   201, "issueStopStopWatch",   "Stop your stopwatch on an issue, and book its time", {409}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/stopwatch/delete", scope::issue, runs_clock, handle<change_by<cancel_stopwatch>>, 204, "issueDeleteStopWatch", "Stop your stopwatch on an issue, and forget its time", {409}},
};
constexpr Operation repository_operations[] = {
    {GET, "/repos/{owner}/{repo}/times",        scope::repository, reads_times, handle<list<RepositoryContext>>, 200, "repoTrackedTimes", "List the time spent in a repository", {403}},
    {GET, "/repos/{owner}/{repo}/times/{user}", scope::repository, reads_times, handle<list_of_person>,     200, "userTrackedTimes", "List the time that somebody has spent in a repository", {403}},
};
constexpr Operation user_operations[] = {
    {GET, "/user/times", own_scope, accounts::signed_in, handle<list_own>, 200, "userCurrentTrackedTimes", "List the time that you have spent"},
    {GET, "/user/stopwatches", own_scope, accounts::signed_in, handle<list_own_stopwatches>, 200, "userGetStopWatches", "List your stopwatches"},
};
// clang-format on
static_assert(well_formed(time_operations));
static_assert(well_formed(repository_operations));
static_assert(well_formed(user_operations));

} // namespace

const Table time_table{"issue", time_operations};
const Table repository_time_table{"repository", repository_operations};
const Table user_time_table{"user", user_operations};

} // namespace cairn::issues
