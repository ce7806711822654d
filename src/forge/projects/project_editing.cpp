#include "projects/project_editing.hpp"

#include "db/composition.hpp"
#include "issues/readable.hpp"
#include "projects/column.hpp"

namespace cairn::projects {

using api::Call;
using db::bound;
using issues::MilestoneState;
using issues::Project;
using issues::TemplateType;

namespace {

// The first one is the default.
std::span<const std::string_view> columns_of(TemplateType type)
{
    static constexpr std::string_view kanban[] = {"Backlog", "To Do", "In Progress", "Done"};
    static constexpr std::string_view triage[] = {"Backlog", "Needs Triage", "High Priority", "Low Priority", "Closed"};
    switch (type) {
    case TemplateType::none: return {};
    case TemplateType::basic_kanban: return kanban;
    case TemplateType::bug_triage: return triage;
    }
    std::unreachable();
}

struct Count {
    std::int64_t project_id = 0;
    std::int64_t open = 0;
    std::int64_t closed = 0;
};
BOOST_DESCRIBE_STRUCT(Count, (), (project_id, open, closed))

std::optional<std::int64_t> known(std::int64_t id) { return id != 0 ? std::optional(id) : std::nullopt; }

} // namespace

Page<StoredProject> list_projects(const api::View& view, const Home& home, const ListProjects& wanted)
{
    db::Composition query(db::Composition::Piece::trusted(issues::select_projects.text));
    if (home.repository_id != 0) query << " WHERE p.repository_id = " << bound(home.repository_id);
    else query << " WHERE p.owner_id = " << bound(home.owner_id);
    if (wanted.state == "closed") query << " AND p.closed_at <> 0";
    else if (wanted.state != "all") query << " AND p.closed_at = 0";
    query << " ORDER BY p.created_at DESC, p.id DESC";
    return view.db().page<StoredProject>(wanted, query);
}

Result<StoredProject> create_project(const Call& call, const Home& home, const CreateProjectOption& option)
{
    const auto title = clean_title(option.title);
    if (title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    return call.db().write([&](db::Transaction& tx) {
        const auto id = tx.scalar<std::int64_t>(
            "INSERT INTO project (repository_id, owner_id, creator_id, title, description, template_type, card_type,"
            " created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id",
            known(home.repository_id), known(home.owner_id), call.caller.id, title, option.description,
            option.template_type, option.card_type, Time::now());
        bool is_default = true;
        for (const auto column : columns_of(option.template_type)) {
            insert_column(tx,
                          {.project_id = id,
                           .creator_id = call.caller.id,
                           .title = std::string(column),
                           .is_default = is_default});
            is_default = false;
        }
        return find_project(tx, home, id);
    });
}

Result<StoredProject> edit_project(const Call& call, const Home& home, std::int64_t id, const EditProjectOption& option)
{
    const auto title = option.title ? std::optional(clean_title(*option.title)) : std::nullopt;
    if (title && title->empty()) return fail(Errc::unprocessable, "[title]: is required");
    return call.db().write([&](db::Transaction& tx) -> Result<StoredProject> {
        auto project = TRY(find_project(tx, home, id));
        project.updated_at = Time::now();
        if (title) project.title = *title;
        if (option.description) project.description = *option.description;
        if (option.card_type) project.card_type = *option.card_type;
        if (option.state && (*option.state == MilestoneState::closed) != project.closed())
            project.closed_at = project.closed() ? Time{} : project.updated_at;
        tx.run("UPDATE project SET title = $2, description = $3, card_type = $4, closed_at = $5, updated_at = $6"
               " WHERE id = $1",
               project.id, project.title, project.description, project.card_type, project.closed_at,
               project.updated_at);
        return project;
    });
}

Result<> delete_project(const Call& call, const Home& home, std::int64_t id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        tx.run("DELETE FROM project WHERE id = $1", TRY(find_project(tx, home, id)).id);
        return {};
    });
}

std::vector<Project> show_counted(const Call& call, const Home& home, std::span<const StoredProject> rows)
{
    auto shown = issues::show_projects(call, rows);
    if (shown.empty()) return shown;
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(row.id);
    db::Composition query("SELECT c.project_id, SUM(CASE WHEN i.closed THEN 0 ELSE 1 END) AS open,"
                          " SUM(CASE WHEN i.closed THEN 1 ELSE 0 END) AS closed FROM project_card c"
                          " JOIN issue i ON i.id = c.issue_id JOIN repository r ON r.id = i.repository_id"
                          " WHERE c.project_id IN ");
    query << bound(ids) << " AND ";
    issues::add_reads_issue(query, home.onlooker(call.caller));
    query << " GROUP BY c.project_id";
    std::map<std::int64_t, Count> counts;
    for (const auto& count : call.db().all<Count>(query)) counts.emplace(count.project_id, count);
    for (auto& project : shown) {
        const auto& count = counts[project.id];
        project.num_open_issues = count.open;
        project.num_closed_issues = count.closed;
        project.num_issues = count.open + count.closed;
    }
    return shown;
}

Project show_counted(const Call& call, const Home& home, const StoredProject& row)
{
    return std::move(show_counted(call, home, {&row, 1}).front());
}

} // namespace cairn::projects
