// The columns of boards.
#include "projects/column_editing.hpp"
#include "projects/tables.hpp"

namespace cairn::projects {

using namespace api;
using enum Method;

namespace {

struct ListColumns : Paging { };
BOOST_DESCRIBE_STRUCT(ListColumns, (Paging), ())

Result<Page<ProjectColumn>> list(Call& call, const Home& home, Path<ProjectPath> path, Query<ListColumns> query)
{
    const auto found = TRY(list_columns(call, home, path.value, query.value));
    return Page<ProjectColumn>{.items = show_columns(call, found.items), .total = found.total};
}

Result<ProjectColumn> get(Call& call, const Home& home, Path<ColumnPath> path)
{
    return show_column(call, TRY(find_column(call, home, path.value)));
}

Result<ProjectColumn> create(Call& call, const Home& home, Path<ProjectPath> path, Body<CreateProjectColumnOption> body)
{
    return show_column(call, TRY(create_column(call, home, path.value, body.value)));
}

Result<ProjectColumn> edit(Call& call, const Home& home, Path<ColumnPath> path, Body<EditProjectColumnOption> body)
{
    return show_column(call, TRY(edit_column(call, home, path.value, body.value)));
}

Result<> move(Call& call, const Home& home, Path<ProjectPath> path, Body<MoveProjectColumnsOption> body)
{
    return move_columns(call, home, path.value, body.value);
}

Result<> set_default(Call& call, const Home& home, Path<ColumnPath> path)
{
    return set_default_column(call, home, path.value);
}

Result<> remove(Call& call, const Home& home, Path<ColumnPath> path) { return delete_column(call, home, path.value); }

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/projects/{id}/columns",                     in_repository,   reads_in_repository,     handle<list>,        200, "repoListProjectColumns",             "List the columns of a repository's project"},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns",                     in_repository,   changes_in_repository,   handle<create>,      201, "repoCreateProjectColumn",            "Add a column to a repository's project", {422}},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns/move",                in_repository,   changes_in_repository,   handle<move>,        204, "repoMoveProjectColumns",             "Put the columns of a repository's project in another order", {422}},
    {GET,    "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}",         in_repository,   reads_in_repository,     handle<get>,         200, "repoGetProjectColumn",               "Get a column of a repository's project"},
    {PATCH,  "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}",         in_repository,   changes_in_repository,   handle<edit>,        200, "repoEditProjectColumn",              "Change a column of a repository's project", {422}},
    {DELETE, "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}",         in_repository,   changes_in_repository,   handle<remove>,      204, "repoDeleteProjectColumn",            "Delete a column of a repository's project", {422}},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}/default", in_repository,   changes_in_repository,   handle<set_default>, 204, "repoSetDefaultProjectColumn",        "Make a column of a repository's project the default one"},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/projects/{id}/columns",                               in_organization, reads_in_organization,   handle<list>,        200, "orgListProjectColumns",              "List the columns of an organization's project"},
    {POST,   "/orgs/{org}/projects/{id}/columns",                               in_organization, changes_in_organization, handle<create>,      201, "orgCreateProjectColumn",             "Add a column to an organization's project", {422}},
    {POST,   "/orgs/{org}/projects/{id}/columns/move",                          in_organization, changes_in_organization, handle<move>,        204, "orgMoveProjectColumns",              "Put the columns of an organization's project in another order", {422}},
    {GET,    "/orgs/{org}/projects/{id}/columns/{column_id}",                   in_organization, reads_in_organization,   handle<get>,         200, "orgGetProjectColumn",                "Get a column of an organization's project"},
    {PATCH,  "/orgs/{org}/projects/{id}/columns/{column_id}",                   in_organization, changes_in_organization, handle<edit>,        200, "orgEditProjectColumn",               "Change a column of an organization's project", {422}},
    {DELETE, "/orgs/{org}/projects/{id}/columns/{column_id}",                   in_organization, changes_in_organization, handle<remove>,      204, "orgDeleteProjectColumn",             "Delete a column of an organization's project", {422}},
    {POST,   "/orgs/{org}/projects/{id}/columns/{column_id}/default",           in_organization, changes_in_organization, handle<set_default>, 204, "orgSetDefaultProjectColumn",         "Make a column of an organization's project the default one"},
};
constexpr Operation of_people[] = {
    {GET,    "/user/projects/{id}/columns",                                     of_person,       keeps_own,               handle<list>,        200, "userCurrentListProjectColumns",      "List the columns of one of your projects", {404}},
    {POST,   "/user/projects/{id}/columns",                                     of_person,       keeps_own,               handle<create>,      201, "userCurrentCreateProjectColumn",     "Add a column to one of your projects", {404, 422}},
    {POST,   "/user/projects/{id}/columns/move",                                of_person,       keeps_own,               handle<move>,        204, "userCurrentMoveProjectColumns",      "Put the columns of one of your projects in another order", {404, 422}},
    {GET,    "/user/projects/{id}/columns/{column_id}",                         of_person,       keeps_own,               handle<get>,         200, "userCurrentGetProjectColumn",        "Get a column of one of your projects", {404}},
    {PATCH,  "/user/projects/{id}/columns/{column_id}",                         of_person,       keeps_own,               handle<edit>,        200, "userCurrentEditProjectColumn",       "Change a column of one of your projects", {404, 422}},
    {DELETE, "/user/projects/{id}/columns/{column_id}",                         of_person,       keeps_own,               handle<remove>,      204, "userCurrentDeleteProjectColumn",     "Delete a column of one of your projects", {404, 422}},
    {POST,   "/user/projects/{id}/columns/{column_id}/default",                 of_person,       keeps_own,               handle<set_default>, 204, "userCurrentSetDefaultProjectColumn", "Make a column of one of your projects the default one", {404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_people));

} // namespace

const Table repository_column_table{"repository", of_repositories};
const Table organization_column_table{"organization", of_organizations};
const Table own_column_table{"user", of_people};

} // namespace cairn::projects
