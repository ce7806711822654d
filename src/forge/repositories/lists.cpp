// The operations on the repositories of an account: listing them, and the end of all that an organization has.
#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "organizations/guards.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/listing.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using organizations::StoredOrganization;

namespace {

Result<Page<Written<Repository>>> list_own(const View& view, const Account& account, Query<ListRepositories> query)
{
    return list_repositories(view, accessible_to(view, account, query.value));
}

// Today's clients are told how many there are in all, whether or not they may see each; those who are not signed in
// hear of public ones alone.
Result<Page<Written<Repository>>> list_of_user(const View& view, const Account& account, Query<ListRepositories> query)
{
    auto page = list_repositories(view, owned_by(view, account.id, query.value));
    if (view.caller.anonymous() || view.caller.public_only()) page.total = count_public(view.db(), account.id);
    else if (!view.caller.limited) page.total = count_owned(view.db(), account.id);
    return page;
}

// That a limited organization is there is not denied; there is just nothing to see in it. Its members are told how many
// there are in all, as today's clients know it.
Result<Page<Written<Repository>>> list_of_organization(const View& view, const StoredOrganization& organization,
                                                       Query<ListRepositories> query)
{
    if (!access::sees_organization(view.db(), access::Viewer::of(view.caller), organization.facts()))
        return Page<Written<Repository>>{};
    auto page = list_repositories(view, owned_by(view, organization.id, query.value));
    if (!view.caller.limited && !view.caller.public_only()
        && access::standing_in(view.db(), organization.id, view.caller.id) >= access::Standing::member)
        page.total = count_owned(view.db(), organization.id);
    return page;
}

// 202 where something was deleted, 204 where there was nothing.
Result<Raw> remove_all(Call& call, const StoredOrganization& organization)
{
    return Raw{.body = {}, .content_type = {}, .status = delete_all_of(call, organization.id) == 0 ? 204 : 202};
}

// clang-format off
constexpr Operation own_operations[] = {
    {GET,    "/user/repos",             scope::user | scope::repository, accounts::oneself,    cached<list_own>,     200, "userCurrentListRepos", "List the repositories that you own or have access to"},
    {GET,    "/users/{username}/repos", scope::user | scope::repository, accounts::reads_user, cached<list_of_user>, 200, "userListRepos",        "List the repositories that somebody owns"},
};
constexpr Operation organization_operations[] = {
    {GET,    "/orgs/{org}/repos", scope::organization,                     organizations::finds_organization, cached<list_of_organization>, 200, "orgListRepos",   "List the repositories of an organization"},
    {DELETE, "/orgs/{org}/repos", scope::organization | scope::repository, organizations::owns_organization,  handle<remove_all>,           202, "orgDeleteRepos", "Delete all repositories of an organization"},
};
// clang-format on
static_assert(well_formed(own_operations));
static_assert(well_formed(organization_operations));

} // namespace

const Table list_table{"user", own_operations};
const Table organization_list_table{"organization", organization_operations};

} // namespace cairn::repositories
