// Starting and stopping the clock on an issue.
#include "accounts/guards.hpp"
#include "db/composition.hpp"
#include "issues/tables.hpp"
#include "issues/time/stopwatch.hpp"
#include "issues/time/tracked_time.hpp"
#include "issues/time/tracking.hpp"

namespace cairn::issues {

using namespace api;
using access::Unit;
using accounts::Account;
using db::bound;
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

// Unlike time that is added by hand, the clock is for those who may write.
Result<void> check_runs_clock(Call& call)
{
    TRY(check_issue<question::signed_in>(call));
    const auto* at = static_cast<const IssueContext*>(call.loaded(&tag<IssueContext>));
    if (!tracks_time(call, at->place) || !at->may_write()) return fail(Errc::forbidden, "", ErrorForm::empty);
    return {};
}
constexpr Guard runs_clock = issue_guard("tracks time on the issue", &check_runs_clock, {401, 403, 404});

Result<> start(Call& call, const IssueContext& at)
{
    const bool started =
        call.db().write([&](db::Transaction& tx) { return start_watch(tx, at.issue, call.caller.id); });
    if (!started) return fail(Errc::conflict, "your stopwatch is running on this issue already");
    return {};
}

template <bool (*end)(db::Transaction&, const StoredIssue&, std::int64_t)>
Result<> end_by(Call& call, const IssueContext& at)
{
    const bool ended = call.db().write([&](db::Transaction& tx) { return end(tx, at.issue, call.caller.id); });
    if (!ended) return fail(Errc::conflict, "you have no stopwatch running on this issue");
    return {};
}

Result<Unlinked<StopWatch>> list_own(Call& call, const Account& account, Query<ListWatches> query)
{
    const auto viewer = access::Viewer::of(call.caller);
    db::Composition wanted("SELECT w.created_at AS created, i.number AS issue_index, i.title AS issue_title,"
                           " o.name AS repo_owner_name, r.name AS repo_name, 0 AS seconds, '' AS duration"
                           " FROM stopwatch w JOIN issue i ON i.id = w.issue_id"
                           " JOIN repository r ON r.id = i.repository_id JOIN account o ON o.id = r.owner_id"
                           " WHERE w.account_id = ");
    wanted << bound(account.id) << " AND ((NOT i.is_pull AND ";
    access::add_reads(wanted, viewer, Unit::issues);
    wanted << ") OR (i.is_pull AND ";
    access::add_reads(wanted, viewer, Unit::pulls);
    wanted << ")) ORDER BY w.created_at";
    Unlinked<StopWatch> watches{call.db().page<StopWatch>(query.value, wanted)};
    for (auto& watch : watches.page.items) {
        watch.seconds = std::max<std::int64_t>(0, Time::now().seconds - watch.created.seconds);
        watch.duration = duration_words(watch.seconds);
    }
    return watches;
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/issues/{index}/stopwatch/start",  scope::issue, runs_clock, handle<start>,                201, "issueStartStopWatch",  "Start your stopwatch on an issue", {409}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/stopwatch/stop",   scope::issue, runs_clock, handle<end_by<stop_watch>>,   201, "issueStopStopWatch",   "Stop your stopwatch on an issue, and book its time", {409}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/stopwatch/delete", scope::issue, runs_clock, handle<end_by<cancel_watch>>, 204, "issueDeleteStopWatch", "Stop your stopwatch on an issue, and forget its time", {409}},
};
constexpr Operation user_operations[] = {
    {GET, "/user/stopwatches", scope::closed_to_public_only(scope::user), accounts::signed_in, handle<list_own>, 200, "userGetStopWatches", "List your stopwatches"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(user_operations));

} // namespace

const Table stopwatch_table{"issue", operations};
const Table user_stopwatch_table{"user", user_operations};

} // namespace cairn::issues
