#include "pulls/queue/queue_listeners.hpp"

#include <algorithm>

#include "db/database.hpp"
#include "git/references/ref_name.hpp"
#include "pulls/queue/merge_queue.hpp"

namespace cairn::pulls {

namespace {

// Whoever has put it there is named: nobody else has to do with it.
void leave(db::Transaction& tx, const events::Bus& bus, const StoredQueued& queued, const issues::QueueEvent& told)
{
    if (auto issue = issues::find_issue(tx, queued.issue_id)) leave_queue({tx, bus, queued.account_id, *issue}, told);
}

std::vector<std::string> bases_of_queues(db::Queries& db, std::int64_t repository_id)
{
    return db.all<std::string>("SELECT DISTINCT base_branch FROM pull_queue WHERE repository_id = $1", repository_id);
}

void forget(db::Transaction& tx, std::int64_t issue_id)
{
    const auto left = tx.first<StoredQueued>("DELETE FROM pull_queue WHERE issue_id = $1 RETURNING *", issue_id);
    if (left) look_at_queue(tx, left->repository_id, left->base_branch);
}

} // namespace

void hear_queue_check(db::Transaction& tx, const events::StatusReported& reported)
{
    for (const auto& base :
         tx.all<std::string>("SELECT DISTINCT base_branch FROM pull_queue WHERE repository_id = $1 AND commit_sha = $2",
                             reported.repository_id, reported.commit_id))
        look_at_queue(tx, reported.repository_id, base);
}

void hear_queue_rules(db::Transaction& tx, const events::BranchRulesChanged& changed)
{
    for (const auto& base : bases_of_queues(tx, changed.repository_id)) look_at_queue(tx, changed.repository_id, base);
}

void hear_queue_push(db::Transaction& tx, const events::Pushed& pushed)
{
    for (const auto& base : bases_of_queues(tx, pushed.repository_id))
        if (std::ranges::any_of(pushed.changes,
                                [&](const auto& change) { return change.name == std::string(git::heads) + base; }))
            look_at_queue(tx, pushed.repository_id, base);
}

void leave_queue_with_push(db::Transaction& tx, const events::Bus& bus, const events::PullPushed& pushed)
{
    if (const auto queued = find_queued(tx, pushed.issue_id); queued && queued->head_sha != pushed.after)
        leave(tx, bus, *queued, {.exit = QueueExit::pushed});
}

void leave_queue_with_base(db::Transaction& tx, const events::Bus& bus, const events::PullRetargeted& retargeted)
{
    if (const auto queued = find_queued(tx, retargeted.issue_id))
        leave(tx, bus, *queued, {.exit = QueueExit::retargeted});
}

void leave_queue_when_closed(db::Transaction& tx, const events::IssueStateChanged& changed)
{
    if (changed.closed && changed.is_pull) forget(tx, changed.issue_id);
}

void leave_queue_with_account(db::Transaction& tx, const events::Bus& bus, const events::AccountDeleted& deleted)
{
    for (const auto& queued :
         tx.all<StoredQueued>("SELECT * FROM pull_queue WHERE account_id = $1 ORDER BY id", deleted.account_id))
        leave(tx, bus, queued, {.exit = QueueExit::refused, .detail = std::string(merger_is_gone)});
}

void leave_queue_when_deleted(db::Transaction& tx, const events::IssueDeleted& deleted)
{
    if (deleted.is_pull) forget(tx, deleted.issue_id);
}

void rename_queue(db::Transaction& tx, const events::BranchRenamed& renamed)
{
    // What was made has the old name in its words.
    if (tx.run("UPDATE pull_queue SET base_branch = $3, onto_sha = '', commit_sha = '', announced = FALSE"
               " WHERE repository_id = $1 AND base_branch = $2",
               renamed.repository_id, renamed.old_name, renamed.new_name)
        > 0)
        look_at_queue(tx, renamed.repository_id, renamed.new_name);
}

} // namespace cairn::pulls
