#include "issues/listed_facts.hpp"

#include "access/repositories.hpp"
#include "base/distinct.hpp"
#include "issues/readable.hpp"

namespace cairn::issues {

using api::View;
using db::bound;

namespace {

struct Borne {
    std::int64_t issue_id = 0;
    std::int64_t label_id = 0;
};
BOOST_DESCRIBE_STRUCT(Borne, (), (issue_id, label_id))

struct Assigned {
    std::int64_t issue_id = 0;
    std::int64_t account_id = 0;
};
BOOST_DESCRIBE_STRUCT(Assigned, (), (issue_id, account_id))

std::vector<std::int64_t> ids_with(std::span<const StoredIssue> rows, std::int64_t mark)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows)
        if ((row.belongings & mark) != 0) ids.push_back(row.id);
    return ids;
}

// Many issues bear the same few labels: each of those is read once.
void find_labels(const View& view, std::span<const StoredIssue> rows, ListedFacts& facts)
{
    const auto ids = ids_with(rows, belonging::labels);
    if (ids.empty()) return;
    db::Composition query("SELECT issue_id, label_id FROM issue_label WHERE issue_id IN ");
    query << bound(ids);
    std::vector<std::int64_t> labels;
    for (const auto& one : view.db().all<Borne>(query)) {
        facts.label_ids[one.issue_id].push_back(one.label_id);
        labels.push_back(one.label_id);
    }
    if (labels.empty()) return;
    make_distinct(labels);
    db::Composition each(select_labels.text);
    each << " WHERE l.id IN " << bound(labels);
    for (auto& label : view.db().all<StoredLabel>(each)) facts.labels.emplace(label.id, std::move(label));
}

void find_assignees(const View& view, std::span<const StoredIssue> rows, ListedFacts& facts)
{
    const auto ids = ids_with(rows, belonging::assignees);
    if (ids.empty()) return;
    db::Composition query("SELECT issue_id, account_id FROM issue_assignee WHERE issue_id IN ");
    query << bound(ids);
    for (const auto& one : view.db().all<Assigned>(query)) facts.assignees[one.issue_id].push_back(one.account_id);
    for (auto& [issue, people] : facts.assignees) std::ranges::sort(people);
}

void find_closing(const View& view, std::span<const StoredIssue> rows, ListedFacts& facts)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows)
        if (!row.is_pull) ids.push_back(row.id);
    if (ids.empty()) return;
    db::Composition query("SELECT c.issue_id, i.repository_id, i.number FROM comment c"
                          " JOIN issue i ON i.id = c.ref_issue_id JOIN repository r ON r.id = i.repository_id"
                          " WHERE c.ref_action = 'closes' AND c.issue_id IN ");
    query << bound(ids) << " AND i.is_pull AND NOT i.closed AND ";
    add_reads_issue(query, access::Viewer::of(view.caller));
    query << " ORDER BY i.id";
    for (const auto& pull : view.db().all<ClosingPull>(query)) facts.closing.insert_or_assign(pull.issue_id, pull);
}

// The newest of a repository, as a table `n`.
void add_newest(db::Composition& query, std::int64_t repository_id, std::optional<bool> is_pull)
{
    constexpr std::int64_t looked_at = 200;
    query << "(SELECT i.id, i.poster_id FROM issue i WHERE i.repository_id = " << bound(repository_id);
    if (is_pull) query << " AND i.is_pull = " << bound(*is_pull);
    query << " ORDER BY i.created_at DESC, i.id DESC LIMIT " << bound(looked_at) << ") n";
}

} // namespace

ListedFacts listed_facts(const View& view, std::span<const StoredIssue> rows)
{
    ListedFacts facts;
    if (rows.empty()) return facts;
    find_labels(view, rows, facts);
    find_assignees(view, rows, facts);
    find_closing(view, rows, facts);
    std::vector<std::int64_t> milestones;
    for (const auto& row : rows) milestones.push_back(row.milestone_id);
    facts.milestones = milestones_by_id(view.db(), milestones);
    return facts;
}

ListedPeople listed_people(const View& view, std::int64_t repository_id, std::optional<bool> is_pull,
                           const cache::Versions& versions)
{
    db::Composition authors("SELECT DISTINCT n.poster_id AS value FROM ");
    add_newest(authors, repository_id, is_pull);
    authors << " WHERE n.poster_id IS NOT NULL ORDER BY value LIMIT 30";
    db::Composition assignees("SELECT DISTINCT a.account_id AS value FROM ");
    add_newest(assignees, repository_id, is_pull);
    assignees << " JOIN issue_assignee a ON a.issue_id = n.id ORDER BY value LIMIT 30";
    return {.authors = *cache::ids(view.db(), versions, authors),
            .assignees = *cache::ids(view.db(), versions, assignees)};
}

} // namespace cairn::issues
