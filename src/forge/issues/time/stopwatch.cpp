#include "issues/time/stopwatch.hpp"

#include "db/composition.hpp"
#include "issues/time/live_timer.hpp"
#include "issues/time/tracking.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

using access::Unit;
using api::Call;
using api::tag;
using db::bound;

namespace {

// The caller's other windows hear of it.
void tell_of_timer(const Call& call) { call.site.get<live::Hub>().changed({timer_topic, call.caller.id}); }

Result<> end_watch(const Call& call, const IssueContext& at,
                   bool (*end)(db::Transaction&, const StoredIssue&, std::int64_t))
{
    const bool ended = call.db().write([&](db::Transaction& tx) { return end(tx, at.issue, call.caller.id); });
    if (!ended) return fail(Errc::conflict, "you have no stopwatch running on this issue");
    tell_of_timer(call);
    return {};
}

void tell(db::Transaction& tx, const StoredIssue& issue, std::int64_t account_id, EventKind kind)
{
    add_event(tx, {.issue_id = issue.id, .repository_id = issue.repository_id, .kind = kind, .poster_id = account_id});
}

std::optional<RunningWatch> take_watch(db::Transaction& tx, const StoredIssue& issue, std::int64_t account_id)
{
    return tx.first<RunningWatch>("DELETE FROM stopwatch WHERE account_id = $1 AND issue_id = $2 RETURNING *",
                                  account_id, issue.id);
}

} // namespace

bool start_watch(db::Transaction& tx, const StoredIssue& issue, std::int64_t account_id)
{
    if (const auto running = running_watch(tx, account_id)) {
        if (running->issue_id == issue.id) return false;
        if (const auto other = find_issue(tx, running->issue_id)) stop_watch(tx, *other, account_id);
    }
    tx.run("INSERT INTO stopwatch (account_id, issue_id, created_at) VALUES ($1, $2, $3)", account_id, issue.id,
           Time::now());
    tell(tx, issue, account_id, EventKind::start_tracking);
    return true;
}

bool stop_watch(db::Transaction& tx, const StoredIssue& issue, std::int64_t account_id)
{
    const auto running = take_watch(tx, issue, account_id);
    if (!running) return false;
    const auto seconds = std::max<std::int64_t>(0, Time::now().seconds - running->created_at.seconds);
    add_time(tx, issue, {.account_id = account_id, .seconds = seconds}, EventKind::stop_tracking);
    return true;
}

bool cancel_watch(db::Transaction& tx, const StoredIssue& issue, std::int64_t account_id)
{
    if (!take_watch(tx, issue, account_id)) return false;
    tell(tx, issue, account_id, EventKind::cancel_tracking);
    return true;
}

std::optional<RunningWatch> running_watch(db::Queries& db, std::int64_t account_id)
{
    return db.first<RunningWatch>("SELECT * FROM stopwatch WHERE account_id = $1", account_id);
}

Result<void> check_runs_clock(Call& call)
{
    TRY(check_issue<question::signed_in>(call));
    const auto* at = static_cast<const IssueContext*>(call.loaded(&tag<IssueContext>));
    if (!tracks_time(call, at->place) || !at->may_write()) return fail(Errc::forbidden, "", ErrorForm::empty);
    return {};
}

Result<> start_stopwatch(const Call& call, const IssueContext& at)
{
    const bool started =
        call.db().write([&](db::Transaction& tx) { return start_watch(tx, at.issue, call.caller.id); });
    if (!started) return fail(Errc::conflict, "your stopwatch is running on this issue already");
    tell_of_timer(call);
    return {};
}

Result<> stop_stopwatch(const Call& call, const IssueContext& at) { return end_watch(call, at, &stop_watch); }
Result<> cancel_stopwatch(const Call& call, const IssueContext& at) { return end_watch(call, at, &cancel_watch); }

namespace {

// The stopwatches of a person on issues that the viewer may read.
void add_watches(db::Composition& query, std::int64_t account_id, const access::Viewer& viewer)
{
    query << "SELECT w.created_at, i.number AS issue_number, i.is_pull, i.title AS issue_title,"
             " o.name AS owner_name, r.name AS repository_name"
             " FROM stopwatch w JOIN issue i ON i.id = w.issue_id"
             " JOIN repository r ON r.id = i.repository_id JOIN account o ON o.id = r.owner_id"
             " WHERE w.account_id = "
          << bound(account_id) << " AND ((NOT i.is_pull AND ";
    access::add_reads(query, viewer, Unit::issues);
    query << ") OR (i.is_pull AND ";
    access::add_reads(query, viewer, Unit::pulls);
    query << "))";
}

} // namespace

std::optional<ListedWatch> own_stopwatch(const api::View& view)
{
    // Hardly anybody has one at a time, and every page asks.
    if (!running_watch(view.db(), view.caller.id)) return {};
    db::Composition query;
    add_watches(query, view.caller.id, access::Viewer::of(view.caller));
    return view.db().first<ListedWatch>(query);
}

std::map<live::Key, std::string> tell_timers(db::Queries& db, const std::vector<live::Key>& accounts)
{
    std::map<live::Key, std::string> told;
    for (const auto account : accounts) told.emplace(account, "[]");
    db::Composition query("SELECT * FROM stopwatch WHERE account_id IN ");
    query << bound(accounts);
    const auto now = Time::now().seconds;
    for (const auto& watch : db.all<RunningWatch>(query))
        told[watch.account_id] = R"([{"created":")" + to_rfc3339(watch.created_at) + R"(","seconds":)"
            + std::to_string(std::max<std::int64_t>(0, now - watch.created_at.seconds)) + "}]";
    return told;
}

Page<ListedWatch> list_stopwatches(const api::View& view, const accounts::Account& account, const Paging& paging)
{
    db::Composition query;
    add_watches(query, account.id, access::Viewer::of(view.caller));
    query << " ORDER BY w.created_at";
    return view.db().page<ListedWatch>(paging, query);
}

} // namespace cairn::issues
