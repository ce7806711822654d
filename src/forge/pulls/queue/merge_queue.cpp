#include "pulls/queue/merge_queue.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"
#include "pulls/merge/merging.hpp"
#include "pulls/queue/queue_job.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pulls {

using issues::EventKind;

namespace {

// Of one branch. More would wait for days.
constexpr std::int64_t most_queued = 100;

void add_event(const issues::Change& change, EventKind kind, const issues::QueueEvent& told)
{
    auto event = change.event(kind);
    event.body = issues::queue_event_text(told);
    event = issues::add_event(change.tx, std::move(event));
    change.issue.updated_at = event.created_at;
    change.events.tell(change.tx, events::IssueMarked{change.told(), event.id});
}

} // namespace

bool goes_by_queue(const api::Site& site, const StoredPull& pull)
{
    if (!site.settings().repository_pull_request.merge_queue) return false;
    const auto rule = rule_for(site.db, pull);
    return rule && rule->enable_merge_queue;
}

bool goes_by_queue(const api::Site& site, const Known& known) { return goes_by_queue(site, known.pull); }

Result<> check_queueable(const api::Site& site, const git::Repository& repository, const Known& known,
                         const Merger& merger, const MergeWish& wish)
{
    TRY(check_merger(site.db, known, merger));
    TRY(check_ready(known));
    TRY(check_rule_for_queue(site, repository, known, merger));
    TRY(check_dependencies(site.db, known));
    if (wish.style == MergeStyle::manually_merged || !allows(known.repository, wish.style))
        return fail(Errc::method_not_allowed, "this repository does not allow this way of merging");
    if (!wish.head_commit_id.empty() && wish.head_commit_id != known.pull.head_sha)
        return fail(Errc::conflict, "the head is at " + known.pull.head_sha);
    return {};
}

Result<> put_in_queue(const api::Site& site, const Known& known, const Merger& merger, const MergeWish& wish)
{
    const auto repository = TRY(site.get<git::Repositories>().open(known.repository.storage));
    TRY(check_queueable(site, *repository, known, merger, wish));
    return site.db.write([&](db::Transaction& tx) -> Result<> {
        // Its row first, so that whoever closes it at the same time does that before this or sees what this has put.
        if (tx.run("UPDATE issue SET closed = closed WHERE id = $1 AND NOT closed", known.issue.id) == 0)
            return not_found("an open pull request of this number");
        auto issue = issues::find_issue(tx, known.issue.id);
        if (!issue) return not_found("an open pull request of this number");
        const auto waiting = tx.scalar<std::int64_t>("SELECT count(*) AS value FROM pull_queue WHERE repository_id = $1"
                                                     " AND base_branch = $2",
                                                     known.repository.id, known.pull.base_branch);
        if (waiting >= most_queued) return fail(Errc::conflict, "the merge queue is full");
        const auto entered =
            tx.try_run("INSERT INTO pull_queue (issue_id, repository_id, base_branch, account_id, style, title,"
                       " message, delete_branch, head_sha, created_at)"
                       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                       issue->id, known.repository.id, known.pull.base_branch, merger.account.id, wish.style,
                       wish.title, wish.message, wish.delete_branch, known.pull.head_sha, Time::now());
        if (!entered) return fail(Errc::conflict, "the pull request is in the merge queue already");
        tx.run("DELETE FROM pull_schedule WHERE issue_id = $1", issue->id);
        add_event({tx, site.events, merger.account.id, *issue}, EventKind::pull_scheduled_merge, {});
        look_at_queue(tx, known.repository.id, known.pull.base_branch);
        return {};
    });
}

std::optional<StoredQueued> find_queued(db::Queries& db, std::int64_t issue_id)
{
    return db.first<StoredQueued>("SELECT * FROM pull_queue WHERE issue_id = $1", issue_id);
}

std::int64_t place_in_queue(db::Queries& db, const StoredQueued& queued)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM pull_queue WHERE repository_id = $1"
                                   " AND base_branch = $2 AND id <= $3",
                                   queued.repository_id, queued.base_branch, queued.id);
}

bool leave_queue(const issues::Change& change, const issues::QueueEvent& told, const StoredQueued* judged)
{
    const auto left = judged == nullptr
        ? change.tx.first<StoredQueued>("DELETE FROM pull_queue WHERE issue_id = $1 AND NOT landing RETURNING *",
                                        change.issue.id)
        : change.tx.first<StoredQueued>("DELETE FROM pull_queue WHERE id = $1 AND base_branch = $2 AND commit_sha = $3"
                                        " AND NOT landing RETURNING *",
                                        judged->id, judged->base_branch, judged->commit_sha);
    if (!left) return false;
    add_event(change, EventKind::pull_cancel_scheduled_merge, told);
    look_at_queue(change.tx, left->repository_id, left->base_branch);
    return true;
}

void look_at_queue(db::Transaction& tx, std::int64_t repository_id, const std::string& base_branch)
{
    jobs::put(tx, {.kind = merge_queue_job, .owner = std::to_string(repository_id), .key = base_branch});
}

Page<ListedQueued> list_queue(db::Queries& db, std::int64_t repository_id, const Paging& paging)
{
    return db.page<ListedQueued>(
        paging,
        "SELECT q.issue_id, i.number, i.title, q.base_branch, ROW_NUMBER() OVER (PARTITION BY q.base_branch"
        " ORDER BY q.id) AS position, q.account_id, q.commit_sha, q.announced, q.checking_since, q.created_at"
        " FROM pull_queue q JOIN issue i ON i.id = q.issue_id WHERE q.repository_id = $1 ORDER BY q.base_branch, q.id",
        repository_id);
}

QueueRights::QueueRights(const api::Call& call, const RepositoryContext& place)
    : account_id_(call.caller.anonymous() ? 0 : call.caller.id), changeable_(!place.repository.archived()),
      rules_(repositories::RefRules::load(call.db(), place.repository,
                                          repositories::Pusher::of(access::Viewer::of(call.caller), place.access),
                                          repositories::RefRules::Part::branches))
{
}

bool QueueRights::may_take_out(const ListedQueued& queued) const
{
    if (account_id_ == 0 || !changeable_) return false;
    return queued.account_id == account_id_ || rules_.may_merge(rules_.rule_for(queued.base_branch));
}

bool has_queue(db::Queries& db, std::int64_t repository_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_queue WHERE repository_id = $1) AS value", repository_id);
}

} // namespace cairn::pulls
