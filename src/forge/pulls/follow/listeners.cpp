#include "pulls/follow/listeners.hpp"

#include "db/database.hpp"
#include "git/references/ref_name.hpp"
#include "issues/changes.hpp"
#include "pulls/merge/schedule.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::pulls {

namespace {

void close(db::Transaction& tx, const events::Bus& bus, std::int64_t actor_id, const std::vector<std::int64_t>& ids)
{
    for (const auto id : ids)
        if (auto issue = issues::find_issue(tx, id))
            // What it depends on keeps it from being closed by hand; a branch that is gone asks nobody.
            static_cast<void>(issues::set_closed({tx, bus, actor_id, *issue}, true));
}

void end_with_branch(db::Transaction& tx, const events::Bus& bus, const events::Pushed& pushed,
                     const std::string& branch)
{
    close(tx, bus, pushed.pusher_id,
          tx.all<std::int64_t>("SELECT p.issue_id FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                               " WHERE NOT i.closed AND p.head_repository_id = $1 AND p.head_branch = $2"
                               " AND NOT p.by_push UNION"
                               " SELECT p.issue_id FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                               " WHERE NOT i.closed AND p.repository_id = $1 AND p.base_branch = $2 ORDER BY 1",
                               pushed.repository_id, branch));
}

void note_moved(db::Transaction& tx, std::int64_t repository_id, const std::string& branch)
{
    tx.run("INSERT INTO outdated_pulls (repository_id, branch, due_at)"
           " SELECT r.id, CAST($2 AS TEXT), CAST($3 AS BIGINT) FROM repository r WHERE r.id = $1"
           " AND (r.open_pulls_count > 0 OR EXISTS (SELECT 1 FROM pull_request p JOIN issue i ON i.id = p.issue_id"
           " WHERE p.head_repository_id = r.id AND p.head_branch = $2 AND NOT i.closed))"
           " ON CONFLICT (repository_id, branch) DO UPDATE SET due_at = excluded.due_at",
           repository_id, branch, Time::now());
    // The job is the push's own (repositories/references/pushes.cpp).
}

} // namespace

void follow_branches(db::Transaction& tx, const events::Bus& bus, const events::Pushed& pushed)
{
    for (const auto& change : pushed.changes) {
        if (!change.name.starts_with(git::heads) || repositories::is_queue_reference(change.name)) continue;
        const auto branch = change.name.substr(git::heads.size());
        // The table of branches has the last word: another push may have brought it back.
        const bool there =
            tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM branch WHERE repository_id = $1 AND name = $2) AS value",
                            pushed.repository_id, branch);
        if (there) note_moved(tx, pushed.repository_id, branch);
        else end_with_branch(tx, bus, pushed, branch);
    }
}

void rename_branch(db::Transaction& tx, const events::BranchRenamed& renamed)
{
    tx.run("UPDATE pull_request SET head_branch = $3 WHERE head_repository_id = $1 AND head_branch = $2"
           " AND merge_commit = '' AND NOT by_push",
           renamed.repository_id, renamed.old_name, renamed.new_name);
    tx.run("UPDATE pull_request SET base_branch = $3 WHERE repository_id = $1 AND base_branch = $2"
           " AND merge_commit = ''",
           renamed.repository_id, renamed.old_name, renamed.new_name);
}

void close_with_head(db::Transaction& tx, const events::Bus& bus, const events::RepositoryDeleted& deleted)
{
    close(tx, bus, deleted.actor_id,
          tx.all<std::int64_t>("SELECT p.issue_id FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                               " WHERE NOT i.closed AND p.head_repository_id = $1 AND p.repository_id <> $1"
                               " ORDER BY p.issue_id",
                               deleted.repository_id));
}

void doom_head(db::Transaction& tx, const events::IssueDeleted& deleted)
{
    if (!deleted.is_pull) return;
    tx.run("INSERT INTO doomed_pull_head (repository_id, number) SELECT repository_id, number FROM issue WHERE id = $1"
           " ON CONFLICT DO NOTHING",
           deleted.issue_id);
    repositories::put_job(tx, repositories::post_push_job, deleted.repository_id);
}

void look_at_schedule(db::Transaction& tx, const events::StatusReported& reported)
{
    for (const auto id : tx.all<std::int64_t>("SELECT s.issue_id FROM pull_schedule s JOIN pull_request p"
                                              " ON p.issue_id = s.issue_id WHERE p.head_sha = $1 ORDER BY s.issue_id",
                                              reported.commit_id))
        look_at_schedule_of(tx, id);
}

void look_at_schedule_by_rules(db::Transaction& tx, const events::BranchRulesChanged& changed)
{
    for (const auto id : tx.all<std::int64_t>("SELECT s.issue_id FROM pull_schedule s JOIN issue i ON i.id = s.issue_id"
                                              " WHERE i.repository_id = $1 ORDER BY s.issue_id",
                                              changed.repository_id))
        look_at_schedule_of(tx, id);
}

void look_at_schedule_after_push(db::Transaction& tx, const events::PullPushed& pushed)
{
    look_at_schedule_of(tx, pushed.issue_id);
}

} // namespace cairn::pulls
