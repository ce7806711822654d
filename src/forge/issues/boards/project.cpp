#include "issues/boards/project.hpp"

#include "access/organizations.hpp"
#include "access/repositories.hpp"
#include "base/distinct.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/show.hpp"

namespace cairn::issues {

using access::Viewer;
using api::View;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

struct Card {
    std::int64_t issue_id = 0;
    std::int64_t project_id = 0;
};
BOOST_DESCRIBE_STRUCT(Card, (), (issue_id, project_id))

struct ColumnOfCard {
    std::int64_t project_id = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(ColumnOfCard, (), (project_id, title))

std::string page_of(const config::Settings& settings, const StoredProject& project)
{
    const auto& below = project.repository_id != 0 ? project.repository_name : "-";
    return settings.server.root_url + project.owner_name + "/" + below + "/projects/" + std::to_string(project.id);
}

std::vector<std::int64_t> ids_in(const std::vector<Card>& cards, std::int64_t Card::* which)
{
    std::vector<std::int64_t> ids;
    for (const auto& card : cards) ids.push_back(card.*which);
    make_distinct(ids);
    return ids;
}

} // namespace

void add_sees_project(db::Composition& query, const Viewer& viewer)
{
    query << "((p.repository_id IS NOT NULL AND ";
    access::add_reads(query, viewer, access::Unit::projects);
    query << ") OR (p.repository_id IS NULL AND (o.id = " << bound(viewer.id) << " OR ";
    access::add_sees_organization(query, viewer);
    query << ")))";
}

std::vector<Project> show_projects(const View& view, std::span<const StoredProject> rows)
{
    std::vector<std::int64_t> creator_ids;
    for (const auto& row : rows) creator_ids.push_back(row.creator_id);
    const People people(view, std::move(creator_ids));
    std::vector<Project> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows) {
        auto& project = shown.emplace_back();
        project.id = row.id;
        project.title = row.title;
        project.description = row.description;
        project.owner_id = row.owner_id;
        project.repo_id = row.repository_id;
        project.creator = accounts::show_user(people.at(row.creator_id), view.caller, view.settings());
        project.creator_id = project.creator.id;
        project.state = row.closed() ? MilestoneState::closed : MilestoneState::open;
        project.is_closed = row.closed();
        project.template_type = row.template_type;
        project.card_type = row.card_type;
        project.type = row.type();
        project.created_at = row.created_at;
        project.updated_at = row.updated_at;
        if (row.closed()) project.closed_at = row.closed_at;
        project.html_url = page_of(view.settings(), row);
    }
    return shown;
}

std::vector<StoredProject> projects_beside(const View& view, const repositories::RepositoryIdentity& repository,
                                           std::int64_t most)
{
    db::Composition query(Piece::trusted(select_projects.text));
    query << " WHERE p.closed_at = 0 AND (p.repository_id = " << bound(repository.id)
          << " OR p.owner_id = " << bound(repository.owner_id) << ") AND ";
    add_sees_project(query, Viewer::of(view.caller));
    query << " ORDER BY p.title, p.id LIMIT " << bound(most);
    return view.db().all<StoredProject>(query);
}

std::map<std::int64_t, std::vector<Project>> projects_of(const View& view, const std::vector<std::int64_t>& issue_ids)
{
    db::Composition put("SELECT issue_id, project_id FROM project_card WHERE issue_id IN ");
    put << bound(issue_ids) << " ORDER BY issue_id, project_id";
    const auto cards = view.db().all<Card>(put);
    std::map<std::int64_t, std::vector<Project>> found;
    if (cards.empty()) return found;

    const auto by_id = visible_projects(view, ids_in(cards, &Card::project_id));
    for (const auto& card : cards)
        if (const auto at = by_id.find(card.project_id); at != by_id.end()) found[card.issue_id].push_back(at->second);
    return found;
}

std::map<std::int64_t, Project> visible_projects(const View& view, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, Project> by_id;
    if (ids.empty()) return by_id;
    db::Composition query(Piece::trusted(select_projects.text));
    query << " WHERE p.id IN " << bound(ids) << " AND ";
    add_sees_project(query, Viewer::of(view.caller));
    for (auto& project : show_projects(view, view.db().all<StoredProject>(query)))
        by_id.emplace(project.id, std::move(project));
    return by_id;
}

std::map<std::int64_t, std::string> columns_of(db::Queries& db, std::int64_t issue_id)
{
    std::map<std::int64_t, std::string> titles;
    for (auto& column : db.all<ColumnOfCard>("SELECT p.project_id, c.title FROM project_card p JOIN project_column c"
                                             " ON c.id = p.column_id WHERE p.issue_id = $1",
                                             issue_id))
        titles.emplace(column.project_id, std::move(column.title));
    return titles;
}

} // namespace cairn::issues

template <> const cairn::Type& cairn::type_of<cairn::issues::Project>() { return detail::type<cairn::issues::Project>; }
