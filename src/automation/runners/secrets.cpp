// Secrets of repositories, organizations and people: /repos/{owner}/{repo}/actions/secrets and its like.
#include "runners/secret.hpp"
#include "runners/tables.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

struct SecretPath {
    std::string secretname;
};
BOOST_DESCRIBE_STRUCT(SecretPath, (), (secretname))
constexpr auto notes(const SecretPath*)
{
    return std::array{Note{"secretname", "the name of the secret, in any case"}};
}

struct ListSecrets : Paging { };
BOOST_DESCRIBE_STRUCT(ListSecrets, (Paging), ())

Result<Page<Secret>> list(Call& call, const Owner& owner, Query<ListSecrets> query)
{
    return secrets_of(call, owner, query.value);
}

Result<Raw> put(Call& call, const Owner& owner, Path<SecretPath> path, Body<CreateOrUpdateSecretOption> body)
{
    const bool is_new = TRY(put_secret(call, owner, path->secretname, body.value));
    Raw done{.body = {}, .content_type = {}};
    if (!is_new) done.status = 204;
    return done;
}

Result<> remove(Call& call, const Owner& owner, Path<SecretPath> path)
{
    return delete_secret(call, owner, path->secretname);
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/actions/secrets",              scope::repository,   owns_repository,   handle<list>,   200, "repoListActionsSecrets", "List the secrets of a repository", {}, "SecretList"},
    {PUT,    "/repos/{owner}/{repo}/actions/secrets/{secretname}", scope::repository,   owns_repository,   handle<put>,    201, "updateRepoSecret",       "Make or replace a secret of a repository", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/actions/secrets/{secretname}", scope::repository,   owns_repository,   handle<remove>, 204, "deleteRepoSecret",       "Delete a secret of a repository", {400}},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/actions/secrets",                        scope::organization, owns_organization, handle<list>,   200, "orgListActionsSecrets",  "List the secrets of an organization", {}, "SecretList"},
    {PUT,    "/orgs/{org}/actions/secrets/{secretname}",           scope::organization, owns_organization, handle<put>,    201, "updateOrgSecret",        "Make or replace a secret of an organization", {400, 422}},
    {DELETE, "/orgs/{org}/actions/secrets/{secretname}",           scope::organization, owns_organization, handle<remove>, 204, "deleteOrgSecret",        "Delete a secret of an organization", {400}},
};
constexpr Operation of_oneself[] = {
    {PUT,    "/user/actions/secrets/{secretname}",                 own_things,          oneself,           handle<put>,    201, "updateUserSecret",       "Make or replace a secret of your own", {400, 404, 422}},
    {DELETE, "/user/actions/secrets/{secretname}",                 own_things,          oneself,           handle<remove>, 204, "deleteUserSecret",       "Delete a secret of your own", {400, 404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_oneself));

} // namespace

const Table repository_secret_table{"repository", of_repositories};
const Table organization_secret_table{"organization", of_organizations};
const Table own_secret_table{"user", of_oneself};

} // namespace cairn::runners
