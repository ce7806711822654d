#include "issues/listeners.hpp"

#include "db/database.hpp"
#include "issues/label.hpp"
#include "issues/stopwatch.hpp"
#include "templates/labels.hpp"

namespace cairn::issues {

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

void forget_repository(db::Transaction& tx, const events::RepositoryDeleted& deleted)
{
    tx.run("DELETE FROM milestone WHERE repository_id = $1", deleted.repository_id);
    tx.run("DELETE FROM label WHERE repository_id = $1", deleted.repository_id);
}

} // namespace cairn::issues
