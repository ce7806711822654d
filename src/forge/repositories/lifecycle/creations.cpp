// The operations that make repositories.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "repositories/lifecycle/creation.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

Result<Repository> create(Call& call, const Account& owner, Body<CreateRepoOption> body)
{
    const auto made = TRY(create_repository(call, owner, body.value));
    return show_repository(call, made, owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), made.facts()));
}

// clang-format off
constexpr Operation user_operations[] = {
    {POST, "/user/repos", scope::user | scope::closed_to_public_only(scope::repository), accounts::signed_in, handle<create>, 201, "createCurrentUserRepo", "Make a repository of your own", {400, 403, 409, 422}},
};
constexpr Operation organization_operations[] = {
    {POST, "/orgs/{org}/repos", scope::organization | scope::repository, creates_in_organization, handle<create>, 201, "createOrgRepo", "Make a repository of an organization", {400, 409, 422}},
    {POST, "/org/{org}/repos", scope::organization | scope::repository, creates_in_organization, handle<create>, 201, "createOrgRepoDeprecated", "Make a repository of an organization, under an address of old", {400, 409, 422}},
};
constexpr Operation admin_operations[] = {
    {POST, "/admin/users/{username}/repos", scope::admin, accounts::administers_user, handle<create>, 201, "adminCreateRepo", "Make a repository of somebody else", {400, 409, 422}},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(organization_operations));
static_assert(well_formed(admin_operations));

} // namespace

const Table creation_table{"user", user_operations};
const Table organization_creation_table{"organization", organization_operations};
const Table admin_creation_table{"admin", admin_operations};

} // namespace cairn::repositories
