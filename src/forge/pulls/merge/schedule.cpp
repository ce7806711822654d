#include "pulls/merge/schedule.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "repositories/references/bookkeeper.hpp"

namespace cairn::pulls {

namespace {

struct StoredSchedule {
    std::int64_t issue_id = 0;
    std::int64_t account_id = 0;
    MergeStyle style = MergeStyle::merge;
    std::string title;
    std::string message;
    bool delete_branch = false;
};
BOOST_DESCRIBE_STRUCT(StoredSchedule, (), (issue_id, account_id, style, title, message, delete_branch))

void add_event(const issues::Change& change, issues::EventKind kind)
{
    const auto event = issues::add_event(change.tx, change.event(kind));
    change.issue.updated_at = event.created_at;
    change.events.tell(change.tx, events::IssueMarked{change.told(), event.id});
}

void try_merge(const api::Site& site, const StoredSchedule& scheduled)
{
    const auto known = find_known(site.db, scheduled.issue_id);
    const auto account = accounts::find_account(site.db, scheduled.account_id);
    if (!known || !account || known->issue.closed || known->repository.archived()) return;
    const auto merged = merge(site, scheduled.issue_id, merger_of(site.db, *account, known->repository),
                              {.style = scheduled.style,
                               .title = scheduled.title,
                               .message = scheduled.message,
                               .delete_branch = scheduled.delete_branch,
                               .by_schedule = true});
    if (!merged)
        log::info(
            "a scheduled merge goes on waiting",
            {{"repository", known->repository.id}, {"number", known->issue.number}, {"why", merged.error().message}});
}

} // namespace

Result<> schedule_merge(const api::Site& site, const Known& known, const Merger& merger, const MergeWish& wish)
{
    TRY(site.db.write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, known.issue.id);
        if (!issue || issue->closed) return not_found("an open pull request of this number");
        const auto scheduled = tx.try_run(
            "INSERT INTO pull_schedule (issue_id, account_id, style, title, message, delete_branch, due,"
            " created_at) VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7)",
            issue->id, merger.account.id, wish.style, wish.title, wish.message, wish.delete_branch, Time::now());
        if (!scheduled) return fail(Errc::conflict, "a merge is scheduled already");
        add_event({tx, site.events, merger.account.id, *issue}, issues::EventKind::pull_scheduled_merge);
        return {};
    }));
    site.bookkeeper.wake(); // it may be possible at once
    return {};
}

std::optional<std::int64_t> find_scheduler(db::Queries& db, std::int64_t issue_id)
{
    return db.first<std::int64_t>("SELECT account_id FROM pull_schedule WHERE issue_id = $1", issue_id);
}

void cancel_schedule(const issues::Change& change)
{
    if (change.tx.run("DELETE FROM pull_schedule WHERE issue_id = $1", change.issue.id) > 0)
        add_event(change, issues::EventKind::pull_cancel_scheduled_merge);
}

void look_at_schedule_of(db::Transaction& tx, std::int64_t issue_id)
{
    tx.run("UPDATE pull_schedule SET due = TRUE WHERE issue_id = $1 AND NOT due", issue_id);
}

bool merge_next_scheduled(const api::Site& site)
{
    if (!site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_schedule WHERE due) AS value")) return false;
    // What happens from now on makes it due again.
    const auto taken = site.db.write([&](db::Transaction& tx) {
        return tx.first<StoredSchedule>("UPDATE pull_schedule SET due = FALSE WHERE due AND issue_id ="
                                        " (SELECT issue_id FROM pull_schedule WHERE due ORDER BY created_at, issue_id"
                                        " LIMIT 1) RETURNING *");
    });
    if (!taken) return false;
    try_merge(site, *taken);
    return true;
}

} // namespace cairn::pulls
