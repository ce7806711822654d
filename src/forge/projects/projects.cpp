// Projects: boards of a repository, of an organization, of a person.
#include "db/database.hpp"
#include "projects/project_editing.hpp"
#include "projects/tables.hpp"

namespace cairn::projects {

using namespace api;
using enum Method;
using accounts::Account;
using issues::Project;

namespace {

Result<Page<Project>> list(Call& call, const Home& home, Query<ListProjects> query)
{
    const auto found = list_projects(call, home, query.value);
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

Result<Project> create(Call& call, const Home& home, Body<CreateProjectOption> body)
{
    return show_counted(call, home, TRY(create_project(call, home, body.value)));
}

Result<Project> edit(Call& call, const Home& home, Path<ProjectPath> path, Body<EditProjectOption> body)
{
    return show_counted(call, home, TRY(edit_project(call, home, path->id, body.value)));
}

Result<> remove(Call& call, const Home& home, Path<ProjectPath> path) { return delete_project(call, home, path->id); }

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
