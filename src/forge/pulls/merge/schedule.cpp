#include "pulls/merge/schedule.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

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
            " created_at) VALUES ($1, $2, $3, $4, $5, $6, FALSE, $7)",
            issue->id, merger.account.id, wish.style, wish.title, wish.message, wish.delete_branch, Time::now());
        if (!scheduled) return fail(Errc::conflict, "a merge is scheduled already");
        add_event({tx, site.events, merger.account.id, *issue}, issues::EventKind::pull_scheduled_merge);
        look_at_schedule_of(tx, issue->id); // it may be possible at once
        return {};
    }));
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
    if (tx.run("UPDATE pull_schedule SET due = TRUE WHERE issue_id = $1 AND NOT due", issue_id) == 0) return;
    const auto key = std::to_string(issue_id);
    jobs::put(tx, {.kind = scheduled_merge_job, .owner = key, .key = key});
}

Result<jobs::Outcome> merge_scheduled(const api::Site& site, const jobs::Job& job, const std::stop_token&)
{
    // What happens from now on makes it due again, with a job of its own.
    const auto taken = site.db.write([&](db::Transaction& tx) {
        return tx.first<StoredSchedule>("UPDATE pull_schedule SET due = FALSE WHERE issue_id = $1 RETURNING *",
                                        job.key_number());
    });
    if (taken) try_merge(site, *taken);
    return jobs::Outcome::done();
}

} // namespace cairn::pulls
