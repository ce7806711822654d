// Time that was spent: on an issue, in a repository, by somebody.
#include "accounts/guards.hpp"
#include "db/composition.hpp"
#include "issues/tables.hpp"
#include "issues/time/tracked_time.hpp"
#include "issues/time/tracking.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

using namespace api;
using access::Unit;
using accounts::Account;
using db::bound;
using enum Method;

namespace {

// A hundred years, so that no sum of them is too large for a number.
constexpr std::int64_t longest = 3'155'760'000;

struct ListOwnTimes : Paging {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListOwnTimes, (Paging), (since, before))
constexpr auto notes(const ListOwnTimes*)
{
    return std::array{Note{"since", "only what was added then or later"},
                      Note{"before", "only what was added then or earlier"}};
}

struct ListTimes : ListOwnTimes {
    std::string user;
};
BOOST_DESCRIBE_STRUCT(ListTimes, (ListOwnTimes), (user))
constexpr auto notes(const ListTimes*) { return std::array{Note{"user", "only what this person has spent"}}; }

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

struct AddTimeOption {
    std::int64_t time = 0;
    std::optional<Time> created;
    std::string user_name;
};
BOOST_DESCRIBE_STRUCT(AddTimeOption, (), (time, created, user_name))
constexpr auto notes(const AddTimeOption*)
{
    return std::array{
        Note{.member = "time", .doc = "in seconds; a negative one takes back", .required = true},
        Note{"created", "told in the answer; what counts is when it was added"},
        Note{"user_name", "who has spent it, if not you; for administrators"},
    };
}

std::unexpected<Error> refuse_quietly() { return fail(Errc::forbidden, "", ErrorForm::empty); }

std::unexpected<Error> refuse_off() { return fail(Errc::bad_request, "time is not tracked in this repository"); }

Result<void> check_reads_times(const Call& call, const RepositoryContext& place)
{
    TRY(question::signed_in(call, place));
    if (!reads_issues(place)) return not_found("the repository's issues");
    if (!tracks_time(call, place)) return refuse_off();
    return {};
}
constexpr Guard reads_times =
    repositories::repository_guard<check_reads_times>("reads the repository's times", {400, 401, 404});

// Whose times are asked for; 0 for everybody's. Whoever may not write sees nobody's but the own.
Result<std::int64_t> whose(const Call& call, const RepositoryContext& place, const std::string& user)
{
    std::int64_t wanted = 0;
    if (!user.empty()) {
        const auto account = accounts::find_account(call.db(), user);
        if (!account) return not_found("the account");
        wanted = account->id;
    }
    if (wanted == call.caller.id || place.access.writes(Unit::issues)) return wanted;
    if (wanted != 0) return fail(Errc::forbidden, "only who may write to issues sees the times of others");
    return call.caller.id;
}

void add_bounds(db::Composition& query, const ListOwnTimes& bounds)
{
    if (bounds.since) query << " AND t.created_at >= " << bound(*bounds.since);
    if (bounds.before) query << " AND t.created_at <= " << bound(*bounds.before);
    query << " ORDER BY t.created_at, t.id";
}

Unlinked<TrackedTime> show_page(const Call& call, const Paging& paging, const db::Composition& query)
{
    const auto found = call.db().page<StoredTime>(paging, query);
    return {{.items = show_times(call, found.items), .total = found.total}};
}

Result<Unlinked<TrackedTime>> list_of_issue(Call& call, const IssueContext& at, Query<ListTimes> query)
{
    if (!tracks_time(call, at.place)) return not_found("time tracking in this repository");
    const auto account = TRY(whose(call, at.place, query->user));
    db::Composition wanted(select_times.text);
    wanted << " WHERE NOT t.deleted AND t.issue_id = " << bound(at.issue.id);
    if (account != 0) wanted << " AND t.account_id = " << bound(account);
    add_bounds(wanted, query.value);
    return show_page(call, query.value, wanted);
}

Result<Unlinked<TrackedTime>> list_of_repository(Call& call, const RepositoryContext& place, Query<ListTimes> query)
{
    const auto account = TRY(whose(call, place, query->user));
    db::Composition wanted(select_times.text);
    wanted << " WHERE NOT t.deleted AND i.repository_id = " << bound(place.repository.id);
    if (account != 0) wanted << " AND t.account_id = " << bound(account);
    if (!reads_pulls(place)) wanted << " AND NOT i.is_pull";
    add_bounds(wanted, query.value);
    return show_page(call, query.value, wanted);
}

Result<std::vector<TrackedTime>> list_of_person(Call& call, const RepositoryContext& place, Path<UserPath> path)
{
    const auto account = accounts::find_account(call.db(), path->user);
    if (!account) return not_found("the account");
    if (account->id != call.caller.id && !place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository sees the times of others");
    db::Composition wanted(select_times.text);
    wanted << " WHERE NOT t.deleted AND i.repository_id = " << bound(place.repository.id)
           << " AND t.account_id = " << bound(account->id) << " ORDER BY t.created_at, t.id";
    return show_times(call, call.db().all<StoredTime>(wanted));
}

// The total counts also what is in repositories that are closed to the caller by now, as clients know it.
Result<Unlinked<TrackedTime>> list_own(Call& call, const Account& account, Query<ListOwnTimes> query)
{
    db::Composition wanted(select_times.text);
    wanted << " WHERE NOT t.deleted AND t.account_id = " << bound(account.id);
    add_bounds(wanted, query.value);
    return show_page(call, query.value, wanted);
}

// Nobody but an administrator says of others that they have worked.
Result<std::int64_t> worker(const Call& call, const RepositoryContext& place, const std::string& name)
{
    if (name.empty() || !(place.access.administers() || call.caller.admin)) return call.caller.id;
    const auto account = accounts::find_account(call.db(), name);
    if (!account || account->kind != accounts::AccountKind::individual) return not_found("the account");
    return account->id;
}

Result<void> check_may_track(const Call& call, const IssueContext& at)
{
    if (!tracks_time(call, at.place)) return refuse_off();
    if (!may_track_time(call, at)) return refuse_quietly();
    return {};
}

Result<TrackedTime> add(Call& call, const IssueContext& at, Body<AddTimeOption> body)
{
    if (body->time == 0) return fail(Errc::unprocessable, "[time]: is required");
    if (body->time > longest || body->time < -longest)
        return fail(Errc::unprocessable, "[time]: is longer than a hundred years");
    TRY(check_may_track(call, at));
    const auto account = TRY(worker(call, at.place, body->user_name));
    const auto added = call.db().write([&](db::Transaction& tx) {
        return add_time(tx, at.issue, {.account_id = account, .seconds = body->time}, EventKind::add_time_manual);
    });
    auto shown = show_times(call, {&added, 1});
    if (shown.empty()) return not_found("the issue");
    if (body->created) shown.front().created = *body->created;
    // It is told as the person may see it whose time it is, as clients know it.
    const auto poster = accounts::find_account(call.db(), at.issue.poster_id);
    if (account != call.caller.id && poster)
        shown.front().issue->user =
            std::make_shared<accounts::User>(accounts::show_user(*poster, Caller{.id = account}, call.settings()));
    return std::move(shown.front());
}

void tell_deleted(db::Transaction& tx, const Call& call, const IssueContext& at, std::int64_t seconds)
{
    add_event(tx,
              {.issue_id = at.issue.id,
               .repository_id = at.issue.repository_id,
               .kind = EventKind::delete_time_manual,
               .poster_id = call.caller.id,
               .body = duration_words(seconds)});
}

Result<> remove(Call& call, const IssueContext& at, Path<TimePath> path)
{
    static constexpr auto of_issue = select_times + " WHERE t.id = $1 AND t.issue_id = $2 AND NOT t.deleted";
    TRY(check_may_track(call, at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto time = tx.first<StoredTime>(of_issue.text, path->id, at.issue.id);
        if (!time) return not_found("the entry");
        if (time->account_id != call.caller.id && !call.caller.admin) return refuse_quietly();
        tx.run("UPDATE tracked_time SET deleted = TRUE WHERE id = $1", time->id);
        tell_deleted(tx, call, at, time->seconds);
        return {};
    });
}

Result<> remove_own(Call& call, const IssueContext& at)
{
    TRY(check_may_track(call, at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        std::int64_t seconds = 0;
        const auto gone = tx.all<std::int64_t>("UPDATE tracked_time SET deleted = TRUE WHERE issue_id = $1"
                                               " AND account_id = $2 AND NOT deleted RETURNING seconds",
                                               at.issue.id, call.caller.id);
        if (gone.empty()) return not_found("time of yours on this issue");
        for (const auto each : gone) seconds += each;
        tell_deleted(tx, call, at, seconds);
        return {};
    });
}

constexpr Scope own_scope = scope::closed_to_public_only(scope::user);

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/times",      scope::issue, reads_issue_signed_in, handle<list_of_issue>, 200, "issueTrackedTimes", "List the time spent on an issue", {403}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/times",      scope::issue, reads_issue_signed_in, handle<add>,           200, "issueAddTime",      "Add time spent on an issue", {400, 403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/times",      scope::issue, reads_issue_signed_in, handle<remove_own>,    204, "issueResetTime",    "Delete all time that you have spent on an issue", {400, 403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/times/{id}", scope::issue, reads_issue_signed_in, handle<remove>,        204, "issueDeleteTime",   "Delete an entry of time spent", {400, 403}},
};
constexpr Operation repository_operations[] = {
    {GET, "/repos/{owner}/{repo}/times",        scope::repository, reads_times, handle<list_of_repository>, 200, "repoTrackedTimes", "List the time spent in a repository", {403}},
    {GET, "/repos/{owner}/{repo}/times/{user}", scope::repository, reads_times, handle<list_of_person>,     200, "userTrackedTimes", "List the time that somebody has spent in a repository", {403}},
};
constexpr Operation user_operations[] = {
    {GET, "/user/times", own_scope, accounts::signed_in, handle<list_own>, 200, "userCurrentTrackedTimes", "List the time that you have spent"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(repository_operations));
static_assert(well_formed(user_operations));

} // namespace

const Table time_table{"issue", operations};
const Table repository_time_table{"repository", repository_operations};
const Table user_time_table{"user", user_operations};

} // namespace cairn::issues
