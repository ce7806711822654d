#include "issues/listeners.hpp"

#include "db/composition.hpp"
#include "db/database.hpp"
#include "issues/assignment.hpp"
#include "issues/labels/label.hpp"
#include "issues/time/stopwatch.hpp"
#include "templates/labels.hpp"

namespace cairn::issues {

using db::bound;

namespace {

// Somebody who has issues of a repository to do.
struct AssigneeIn {
    std::int64_t repository_id = 0;
    std::int64_t account_id = 0;
};
BOOST_DESCRIBE_STRUCT(AssigneeIn, (), (repository_id, account_id))

// Without a line in the timelines: nobody has looked at these issues.
void unassign(db::Transaction& tx, const AssigneeIn& assignee)
{
    tx.run("DELETE FROM issue_assignee WHERE account_id = $2 AND issue_id IN"
           " (SELECT id FROM issue WHERE repository_id = $1)",
           assignee.repository_id, assignee.account_id);
}

void unassign_in_repositories_of(db::Transaction& tx, std::int64_t owner_id, std::int64_t account_id)
{
    for (const auto id : tx.all<std::int64_t>("SELECT DISTINCT i.repository_id FROM issue_assignee a"
                                              " JOIN issue i ON i.id = a.issue_id"
                                              " JOIN repository r ON r.id = i.repository_id"
                                              " WHERE a.account_id = $2 AND r.owner_id = $1",
                                              owner_id, account_id))
        unassign(tx, {id, account_id});
}

} // namespace

void begin_with_labels(db::Transaction& tx, const events::RepositoryCreated& created)
{
    if (const auto* set = templates::find_label_set(created.label_template))
        for (const auto& label : set->labels)
            add_label(tx, {.repository_id = created.repository_id},
                      {.name = std::string(label.name),
                       .color = std::string(label.color),
                       .description = std::string(label.description),
                       .exclusive = label.exclusive});
    if (created.copies_labels)
        tx.run("INSERT INTO label (repository_id, name, color, description, exclusive, created_at, updated_at)"
               " SELECT CAST($1 AS BIGINT), name, color, description, exclusive, CAST($3 AS BIGINT), CAST($3 AS BIGINT)"
               " FROM label WHERE repository_id = $2 ORDER BY id",
               created.repository_id, created.template_id, Time::now());
}

void stop_watch_on_close(db::Transaction& tx, const events::IssueStateChanged& changed)
{
    if (!changed.closed) return;
    if (const auto issue = find_issue(tx, changed.issue_id)) stop_watch(tx, *issue, changed.actor_id);
}

void drop_labels_of_old_owner(db::Transaction& tx, const events::RepositoryGivenAway& given)
{
    tx.run("DELETE FROM issue_label WHERE label_id IN (SELECT id FROM label WHERE organization_id = $2)"
           " AND issue_id IN (SELECT id FROM issue WHERE repository_id = $1)",
           given.repository_id, given.old_owner_id);
    tx.run("DELETE FROM comment WHERE label_id IN (SELECT id FROM label WHERE organization_id = $2)"
           " AND repository_id = $1",
           given.repository_id, given.old_owner_id);
}

void drop_cards_of_old_owner(db::Transaction& tx, const events::RepositoryGivenAway& given)
{
    tx.run("DELETE FROM project_card WHERE project_id IN (SELECT id FROM project WHERE owner_id = $2)"
           " AND issue_id IN (SELECT id FROM issue WHERE repository_id = $1)",
           given.repository_id, given.old_owner_id);
}

void drop_lost_assignments(db::Transaction& tx, const events::AccessLost& lost)
{
    db::Composition query("SELECT DISTINCT i.repository_id, a.account_id FROM issue_assignee a"
                          " JOIN issue i ON i.id = a.issue_id JOIN repository r ON r.id = i.repository_id WHERE ");
    if (lost.repository_id != 0) query << "r.id = " << bound(lost.repository_id);
    else query << "r.owner_id = " << bound(lost.owner_id);
    if (lost.account_id != 0) query << " AND a.account_id = " << bound(lost.account_id);
    for (const auto& assignee : tx.all<AssigneeIn>(query)) {
        const auto repository = repositories::find_repository(tx, assignee.repository_id);
        const auto person = accounts::find_account(tx, assignee.account_id);
        if (repository && person && !is_assignable(tx, *repository, *person)) unassign(tx, assignee);
    }
}

void part_assignees(db::Transaction& tx, const events::AccountBlocked& blocked)
{
    unassign_in_repositories_of(tx, blocked.blocker_id, blocked.blocked_id);
    unassign_in_repositories_of(tx, blocked.blocked_id, blocked.blocker_id);
}

void forget_repository(db::Transaction& tx, const events::RepositoryDeleted& deleted)
{
    tx.run("DELETE FROM milestone WHERE repository_id = $1", deleted.repository_id);
    tx.run("DELETE FROM label WHERE repository_id = $1", deleted.repository_id);
}

} // namespace cairn::issues
