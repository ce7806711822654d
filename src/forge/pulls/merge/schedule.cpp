#include "pulls/merge/schedule.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "pulls/queue/merge_queue.hpp"

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

// An error where another try may merge it without anything else that happens.
Result<> try_merge(const api::Site& site, const StoredSchedule& scheduled)
{
    const auto known = find_known(site.db, scheduled.issue_id);
    if (!known || known->issue.closed || known->repository.archived()) return {};
    const auto merger = absent_merger(site.db, scheduled.account_id, known->repository);
    if (!merger) return {};
    const MergeWish wish{.style = scheduled.style,
                         .title = scheduled.title,
                         .message = scheduled.message,
                         .delete_branch = scheduled.delete_branch,
                         .by_schedule = true};
    const auto merged = goes_by_queue(site, *known) ? put_in_queue(site, *known, *merger, wish)
                                                    : merge(site, scheduled.issue_id, *merger, wish);
    if (merged) return {};
    if (may_pass(merged.error())) return merged;
    log::info("a scheduled merge goes on waiting",
              {{"repository", known->repository.id}, {"number", known->issue.number}, {"why", merged.error().message}});
    return {};
}

void cancel_unless_merger(db::Transaction& tx, const events::Bus& bus, const events::OfIssue& changed)
{
    if (!find_scheduler(tx, changed.issue_id)) return;
    const auto known = find_known(tx, changed.issue_id);
    if (!known) return;
    const auto merger = absent_merger(tx, changed.actor_id, known->repository);
    if (merger && may_merge(tx, *known, *merger)) return;
    auto issue = known->issue;
    cancel_schedule({tx, bus, changed.actor_id, issue});
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

void cancel_schedule_with_push(db::Transaction& tx, const events::Bus& bus, const events::PullPushed& pushed)
{
    cancel_unless_merger(tx, bus, pushed);
}

void cancel_schedule_with_base(db::Transaction& tx, const events::Bus& bus, const events::PullRetargeted& retargeted)
{
    cancel_unless_merger(tx, bus, retargeted);
}

void look_at_schedule_of(db::Transaction& tx, std::int64_t issue_id)
{
    // Written where it is due already, too: whoever takes it at this moment then waits until all that it follows from
    // is committed, or is waited for and leaves what has changed to the job that is put here.
    if (tx.run("UPDATE pull_schedule SET due = TRUE WHERE issue_id = $1", issue_id) == 0) return;
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
    if (taken) TRY(try_merge(site, *taken));
    return jobs::Outcome::done();
}

} // namespace cairn::pulls
