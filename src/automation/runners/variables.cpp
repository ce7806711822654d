// Variables of repositories, organizations and people: what workflows read as vars.NAME.
#include "db/database.hpp"
#include "runners/owner.hpp"
#include "runners/secrets.hpp"
#include "runners/tables.hpp"
#include "runners/value_rules.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

struct ActionVariable {
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::string name;
    std::string data;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(ActionVariable, (), (owner_id, repo_id, name, data, description))
constexpr auto notes(const ActionVariable*)
{
    return std::array{
        Note{"", "A variable"},
        Note{"owner_id", "the id of the account that it is for all repositories of; 0 where it is a repository's"},
        Note{"repo_id", "the id of the repository that it is of; 0 where it is an account's"},
        Note{"name", "in capitals"},
        Note{"data", "its value"},
        Note{"description", "what it is for"}};
}

struct CreateVariableOption {
    std::string value;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(CreateVariableOption, (), (value, description))
constexpr auto notes(const CreateVariableOption*)
{
    return std::array{Note{"", "A new variable"}, Note{.member = "value", .doc = "at most 64 KiB", .required = true},
                      Note{"description", "what it is for"}};
}

struct UpdateVariableOption {
    std::string name;
    std::string value;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(UpdateVariableOption, (), (name, value, description))
constexpr auto notes(const UpdateVariableOption*)
{
    return std::array{Note{"", "What becomes of a variable"},
                      Note{"name", "its new name; without one it keeps its own"},
                      Note{.member = "value", .doc = "at most 64 KiB", .required = true},
                      Note{"description", "what it is for; without one it has none any more"}};
}

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

// A name that nothing can have is one that nothing has.
Result<std::string> named(const VariablePath& path)
{
    auto name = read_value_name(path.variablename);
    if (!name) return not_found("the variable");
    return name;
}

std::unexpected<Error> taken(const std::string& name)
{
    return fail(Errc::conflict, "there is a variable named " + name + " already");
}

Result<Page<ActionVariable>> list(Call& call, const Owner& owner, Query<ListVariables> query)
{
    return call.db().page<ActionVariable>(query.value,
                                          "SELECT account_id AS owner_id, repository_id AS repo_id, name,"
                                          " value AS data, description FROM action_variable"
                                          " WHERE account_id = $1 OR repository_id = $2 ORDER BY name",
                                          owner.account(), owner.repository());
}

Result<ActionVariable> get(Call& call, const Owner& owner, Path<VariablePath> path)
{
    auto found = call.db().first<ActionVariable>("SELECT account_id AS owner_id, repository_id AS repo_id, name,"
                                                 " value AS data, description FROM action_variable"
                                                 " WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                                                 owner.account(), owner.repository(), TRY(named(path.value)));
    if (!found) return not_found("the variable");
    return std::move(*found);
}

Result<> create(Call& call, const Owner& owner, Path<VariablePath> path, Body<CreateVariableOption> body)
{
    const auto name = TRY(read_value_name(path->variablename));
    const auto value = TRY(read_value(body->value));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_variable WHERE account_id = $1"
                                    " OR repository_id = $2",
                                    owner.account(), owner.repository())
            >= most_values)
            return fail(Errc::bad_request, "there are at most 1000 variables in one place");
        const auto made =
            tx.try_run("INSERT INTO action_variable (account_id, repository_id, name, value, description)"
                       " VALUES ($1, $2, $3, $4, $5)",
                       owner.account(), owner.repository(), name, value, read_description(body->description));
        if (!made) return taken(name);
        return {};
    });
}

Result<> update(Call& call, const Owner& owner, Path<VariablePath> path, Body<UpdateVariableOption> body)
{
    const auto old_name = TRY(named(path.value));
    const auto name = body->name.empty() ? old_name : TRY(read_value_name(body->name));
    const auto value = TRY(read_value(body->value));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto changed =
            tx.try_run("UPDATE action_variable SET name = $4, value = $5, description = $6"
                       " WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                       owner.account(), owner.repository(), old_name, name, value, read_description(body->description));
        if (!changed) return taken(name);
        if (*changed == 0) return not_found("the variable");
        return {};
    });
}

Result<> remove(Call& call, const Owner& owner, Path<VariablePath> path)
{
    const auto name = TRY(named(path.value));
    const bool removed = call.db().write([&](db::Transaction& tx) {
        return tx.run("DELETE FROM action_variable WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                      owner.account(), owner.repository(), name)
            > 0;
    });
    if (!removed) return not_found("the variable");
    return {};
}

struct NameAndValue {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(NameAndValue, (), (name, value))

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

Values variables_for(db::Queries& db, const repositories::StoredRepository& repository)
{
    Values values;
    // The repository's come last, and stay.
    for (auto& row : db.all<NameAndValue>("SELECT name, value FROM action_variable"
                                          " WHERE account_id = $1 OR repository_id = $2"
                                          " ORDER BY COALESCE(repository_id, 0), name",
                                          repository.owner_id, repository.id))
        values[row.name] = std::move(row.value);
    return values;
}

const Table repository_variable_table{"repository", of_repositories};
const Table organization_variable_table{"organization", of_organizations};
const Table own_variable_table{"user", of_oneself};

} // namespace cairn::runners
