// Variables of repositories, organizations and people: /repos/{owner}/{repo}/actions/variables and its like.
#include "runners/tables.hpp"
#include "runners/variable.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

struct VariablePath {
    std::string variablename;
};
BOOST_DESCRIBE_STRUCT(VariablePath, (), (variablename))
constexpr auto notes(const VariablePath*)
{
    return std::array{Note{"variablename", "the name of the variable, in any case"}};
}

struct ListVariables : Paging { };
BOOST_DESCRIBE_STRUCT(ListVariables, (Paging), ())

Result<Page<ActionVariable>> list(Call& call, const Owner& owner, Query<ListVariables> query)
{
    return variables_of(call, owner, query.value);
}

Result<ActionVariable> get(Call& call, const Owner& owner, Path<VariablePath> path)
{
    return find_variable(call, owner, path->variablename);
}

Result<> create(Call& call, const Owner& owner, Path<VariablePath> path, Body<CreateVariableOption> body)
{
    return create_variable(call, owner, path->variablename, body.value);
}

Result<> update(Call& call, const Owner& owner, Path<VariablePath> path, Body<UpdateVariableOption> body)
{
    return update_variable(call, owner, path->variablename, body.value);
}

Result<> remove(Call& call, const Owner& owner, Path<VariablePath> path)
{
    return delete_variable(call, owner, path->variablename);
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/actions/variables",                scope::repository,   owns_repository,   handle<list>,   200, "getRepoVariablesList", "List the variables of a repository", {400}, "VariableList"},
    {GET,    "/repos/{owner}/{repo}/actions/variables/{variablename}", scope::repository,   owns_repository,   handle<get>,    200, "getRepoVariable",      "Get a variable of a repository", {400}},
    {POST,   "/repos/{owner}/{repo}/actions/variables/{variablename}", scope::repository,   owns_repository,   handle<create>, 201, "createRepoVariable",   "Make a variable of a repository", {400, 409, 422}},
    {PUT,    "/repos/{owner}/{repo}/actions/variables/{variablename}", scope::repository,   owns_repository,   handle<update>, 204, "updateRepoVariable",   "Change a variable of a repository", {400, 409, 422}},
    {DELETE, "/repos/{owner}/{repo}/actions/variables/{variablename}", scope::repository,   owns_repository,   handle<remove>, 204, "deleteRepoVariable",   "Delete a variable of a repository", {400}},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/actions/variables",                          scope::organization, owns_organization, handle<list>,   200, "getOrgVariablesList",  "List the variables of an organization", {400}, "VariableList"},
    {GET,    "/orgs/{org}/actions/variables/{variablename}",           scope::organization, owns_organization, handle<get>,    200, "getOrgVariable",       "Get a variable of an organization", {400}},
    {POST,   "/orgs/{org}/actions/variables/{variablename}",           scope::organization, owns_organization, handle<create>, 201, "createOrgVariable",    "Make a variable of an organization", {400, 409, 422}},
    {PUT,    "/orgs/{org}/actions/variables/{variablename}",           scope::organization, owns_organization, handle<update>, 204, "updateOrgVariable",    "Change a variable of an organization", {400, 409, 422}},
    {DELETE, "/orgs/{org}/actions/variables/{variablename}",           scope::organization, owns_organization, handle<remove>, 204, "deleteOrgVariable",    "Delete a variable of an organization", {400}},
};
constexpr Operation of_oneself[] = {
    {GET,    "/user/actions/variables",                                own_things,          oneself,           handle<list>,   200, "getUserVariablesList", "List your variables", {400}, "VariableList"},
    {GET,    "/user/actions/variables/{variablename}",                 own_things,          oneself,           handle<get>,    200, "getUserVariable",      "Get a variable of your own", {400, 404}},
    {POST,   "/user/actions/variables/{variablename}",                 own_things,          oneself,           handle<create>, 201, "createUserVariable",   "Make a variable for all your repositories", {400, 409, 422}},
    {PUT,    "/user/actions/variables/{variablename}",                 own_things,          oneself,           handle<update>, 204, "updateUserVariable",   "Change a variable of your own", {400, 404, 409, 422}},
    {DELETE, "/user/actions/variables/{variablename}",                 own_things,          oneself,           handle<remove>, 204, "deleteUserVariable",   "Delete a variable of your own", {400, 404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_oneself));

} // namespace

const Table repository_variable_table{"repository", of_repositories};
const Table organization_variable_table{"organization", of_organizations};
const Table own_variable_table{"user", of_oneself};

} // namespace cairn::runners
