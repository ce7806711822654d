#include "issues/time/stopwatch.hpp"

#include "db/database.hpp"
#include "issues/time/tracked_time.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

namespace {

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
    if (const auto running = tx.first<RunningWatch>("SELECT * FROM stopwatch WHERE account_id = $1", account_id)) {
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

} // namespace cairn::issues
