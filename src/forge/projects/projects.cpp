// Projects: boards of a repository, of an organization, of a person.
#include "db/composition.hpp"
#include "issues/readable.hpp"
#include "projects/column.hpp"
#include "projects/tables.hpp"

namespace cairn::projects {

using namespace api;
using enum Method;
using accounts::Account;
using db::bound;
using issues::CardType;
using issues::MilestoneState;
using issues::Project;
using issues::TemplateType;

namespace {

struct ListProjects : Paging {
    std::string state;
};
BOOST_DESCRIBE_STRUCT(ListProjects, (Paging), (state))
constexpr auto notes(const ListProjects*)
{
    return std::array{Note{"state", "open, closed or all; open unless said otherwise"}};
}

struct CreateProjectOption {
    std::string title;
    std::string description;
    TemplateType template_type = TemplateType::none;
    CardType card_type = CardType::text_only;
};
BOOST_DESCRIBE_STRUCT(CreateProjectOption, (), (title, description, template_type, card_type))
constexpr auto notes(const CreateProjectOption*)
{
    return std::array{
        Note{.member = "title", .doc = "what is shortened beyond 255 characters", .required = true},
        Note{"template_type", "the columns that it begins with: none, basic_kanban or bug_triage"},
        Note{"card_type", "what its cards show: text_only or images_and_text"},
    };
}

struct EditProjectOption {
    std::optional<std::string> title;
    std::optional<std::string> description;
    std::optional<CardType> card_type;
    std::optional<MilestoneState> state;
};
BOOST_DESCRIBE_STRUCT(EditProjectOption, (), (title, description, card_type, state))
constexpr auto notes(const EditProjectOption*)
{
    return std::array{Note{"card_type", "what its cards show: text_only or images_and_text"},
                      Note{"state", "open or closed; the columns and cards of a closed one stay as they are"}};
}

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

// With the issues counted that the caller may read there.
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

Result<Page<Project>> list(Call& call, const Home& home, Query<ListProjects> query)
{
    db::Composition wanted(db::Composition::Piece::trusted(issues::select_projects.text));
    if (home.repository_id != 0) wanted << " WHERE p.repository_id = " << bound(home.repository_id);
    else wanted << " WHERE p.owner_id = " << bound(home.owner_id);
    if (query->state == "closed") wanted << " AND p.closed_at <> 0";
    else if (query->state != "all") wanted << " AND p.closed_at = 0";
    wanted << " ORDER BY p.created_at DESC, p.id DESC";
    const auto found = call.db().page<StoredProject>(query.value, wanted);
    return Page<Project>{.items = show_counted(call, home, found.items), .total = found.total};
}

Result<Page<Project>> list_of_account(Call& call, const Account& owner, Query<ListProjects> query)
{
    return list(call, {.owner_id = owner.id}, std::move(query));
}

Result<Project> get(Call& call, const Home& home, Path<ProjectPath> path)
{
    return show_counted(call, home, TRY(find_project(call.db(), home, path->id)));
}

std::optional<std::int64_t> known(std::int64_t id) { return id != 0 ? std::optional(id) : std::nullopt; }

Result<Project> create(Call& call, const Home& home, Body<CreateProjectOption> body)
{
    const auto title = clean_title(body->title);
    if (title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    const auto made = TRY(call.db().write([&](db::Transaction& tx) {
        const auto id = tx.scalar<std::int64_t>(
            "INSERT INTO project (repository_id, owner_id, creator_id, title, description, template_type, card_type,"
            " created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id",
            known(home.repository_id), known(home.owner_id), call.caller.id, title, body->description,
            body->template_type, body->card_type, Time::now());
        bool is_default = true;
        for (const auto column : columns_of(body->template_type)) {
            insert_column(tx,
                          {.project_id = id,
                           .creator_id = call.caller.id,
                           .title = std::string(column),
                           .is_default = is_default});
            is_default = false;
        }
        return find_project(tx, home, id);
    }));
    return show_counted(call, home, made);
}

Result<Project> edit(Call& call, const Home& home, Path<ProjectPath> path, Body<EditProjectOption> body)
{
    const auto title = body->title ? std::optional(clean_title(*body->title)) : std::nullopt;
    if (title && title->empty()) return fail(Errc::unprocessable, "[title]: is required");
    const auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredProject> {
        auto project = TRY(find_project(tx, home, path->id));
        project.updated_at = Time::now();
        if (title) project.title = *title;
        if (body->description) project.description = *body->description;
        if (body->card_type) project.card_type = *body->card_type;
        if (body->state && (*body->state == MilestoneState::closed) != project.closed())
            project.closed_at = project.closed() ? Time{} : project.updated_at;
        tx.run("UPDATE project SET title = $2, description = $3, card_type = $4, closed_at = $5, updated_at = $6"
               " WHERE id = $1",
               project.id, project.title, project.description, project.card_type, project.closed_at,
               project.updated_at);
        return project;
    }));
    return show_counted(call, home, changed);
}

Result<> remove(Call& call, const Home& home, Path<ProjectPath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        tx.run("DELETE FROM project WHERE id = $1", TRY(find_project(tx, home, path->id)).id);
        return {};
    });
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/projects",      in_repository,   reads_in_repository,     handle<list>,            200, "repoListProjects",         "List the projects of a repository"},
    {POST,   "/repos/{owner}/{repo}/projects",      in_repository,   changes_in_repository,   handle<create>,          201, "repoCreateProject",        "Make a project of a repository", {422}},
    {GET,    "/repos/{owner}/{repo}/projects/{id}", in_repository,   reads_in_repository,     handle<get>,             200, "repoGetProject",           "Get a project of a repository"},
    {PATCH,  "/repos/{owner}/{repo}/projects/{id}", in_repository,   changes_in_repository,   handle<edit>,            200, "repoEditProject",          "Change a project of a repository", {422}},
    {DELETE, "/repos/{owner}/{repo}/projects/{id}", in_repository,   changes_in_repository,   handle<remove>,          204, "repoDeleteProject",        "Delete a project of a repository"},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/projects",                in_organization, reads_in_organization,   handle<list>,            200, "orgListProjects",          "List the projects of an organization"},
    {POST,   "/orgs/{org}/projects",                in_organization, changes_in_organization, handle<create>,          201, "orgCreateProject",         "Make a project of an organization", {422}},
    {GET,    "/orgs/{org}/projects/{id}",           in_organization, reads_in_organization,   handle<get>,             200, "orgGetProject",            "Get a project of an organization"},
    {PATCH,  "/orgs/{org}/projects/{id}",           in_organization, changes_in_organization, handle<edit>,            200, "orgEditProject",           "Change a project of an organization", {422}},
    {DELETE, "/orgs/{org}/projects/{id}",           in_organization, changes_in_organization, handle<remove>,          204, "orgDeleteProject",         "Delete a project of an organization"},
};
constexpr Operation of_people[] = {
    {GET,    "/user/projects",                      of_person,       keeps_own,               handle<list>,            200, "userCurrentListProjects",  "List your projects"},
    {POST,   "/user/projects",                      of_person,       keeps_own,               handle<create>,          201, "userCurrentCreateProject", "Make a project of your own", {422}},
    {GET,    "/user/projects/{id}",                 of_person,       keeps_own,               handle<get>,             200, "userCurrentGetProject",    "Get one of your projects", {404}},
    {PATCH,  "/user/projects/{id}",                 of_person,       keeps_own,               handle<edit>,            200, "userCurrentEditProject",   "Change one of your projects", {404, 422}},
    {DELETE, "/user/projects/{id}",                 of_person,       keeps_own,               handle<remove>,          204, "userCurrentDeleteProject", "Delete one of your projects", {404}},
    {GET,    "/users/{username}/projects",          of_person,       accounts::reads_user,    handle<list_of_account>, 200, "userListProjects",         "List the projects of an account"},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_people));

} // namespace

const Table repository_project_table{"repository", of_repositories};
const Table organization_project_table{"organization", of_organizations};
const Table own_project_table{"user", of_people};

} // namespace cairn::projects
