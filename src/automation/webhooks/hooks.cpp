// The hooks of a repository, of an organization and of one's own repositories: one set of handlers behind three doors.
#include "accounts/guards.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"
#include "webhooks/hook_owner.hpp"
#include "webhooks/tables.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;
using accounts::Account;
using organizations::StoredOrganization;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

struct ListHooks : Paging { };
BOOST_DESCRIBE_STRUCT(ListHooks, (Paging), ())

template <class Owner> Result<Page<Hook>> list(Call& call, const Owner& owner, Query<ListHooks> query)
{
    return show_hooks(list_hooks(call.db(), query.value, whose(owner)));
}

Result<Unlinked<Hook>> list_of_repository(Call& call, const RepositoryContext& place, Query<ListHooks> query)
{
    return Unlinked<Hook>{show_hooks(list_hooks(call.db(), query.value, whose(place)))};
}

template <class Owner> Result<Hook> create(Call& call, const Owner& owner, Body<CreateHookOption> body)
{
    return show_hook(TRY(create_hook(call, whose(owner), body.value)));
}

template <class Owner> Result<Hook> get(Call& call, const Owner& owner, Path<HookPath> path)
{
    return show_hook(TRY(find_hook(call.db(), whose(owner), path->id)));
}

template <class Owner> Result<Hook> edit(Call& call, const Owner& owner, Path<HookPath> path, Body<EditHookOption> body)
{
    return show_hook(TRY(edit_hook(call, whose(owner), path->id, body.value)));
}

template <class Owner> Result<> remove(Call& call, const Owner& owner, Path<HookPath> path)
{
    return delete_hook(call, whose(owner), path->id);
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/hooks",      scope::repository,   administers_repository, handle<list_of_repository>,         200, "repoListHooks",  "List the hooks of a repository"},
    {POST,   "/repos/{owner}/{repo}/hooks",      scope::repository,   administers_repository, handle<create<RepositoryContext>>,              201, "repoCreateHook", "Add a hook to a repository", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/hooks/{id}", scope::repository,   administers_repository, handle<get<RepositoryContext>>,                 200, "repoGetHook",    "Get a hook of a repository"},
    {PATCH,  "/repos/{owner}/{repo}/hooks/{id}", scope::repository,   administers_repository, handle<edit<RepositoryContext>>,                200, "repoEditHook",   "Change a hook of a repository", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/hooks/{id}", scope::repository,   administers_repository, handle<remove<RepositoryContext>>,              204, "repoDeleteHook", "Remove a hook from a repository"},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/hooks",                scope::organization, keeps_org_hooks,        handle<list<StoredOrganization>>,   200, "orgListHooks",   "List the hooks of an organization"},
    {POST,   "/orgs/{org}/hooks",                scope::organization, keeps_org_hooks,        handle<create<StoredOrganization>>, 201, "orgCreateHook",  "Add a hook to an organization", {400, 422}},
    {GET,    "/orgs/{org}/hooks/{id}",           scope::organization, keeps_org_hooks,        handle<get<StoredOrganization>>,    200, "orgGetHook",     "Get a hook of an organization"},
    {PATCH,  "/orgs/{org}/hooks/{id}",           scope::organization, keeps_org_hooks,        handle<edit<StoredOrganization>>,   200, "orgEditHook",    "Change a hook of an organization", {400, 422}},
    {DELETE, "/orgs/{org}/hooks/{id}",           scope::organization, keeps_org_hooks,        handle<remove<StoredOrganization>>, 204, "orgDeleteHook",  "Remove a hook from an organization"},
};
constexpr Operation of_oneself[] = {
    {GET,    "/user/hooks",                      own_hooks,           keeps_own_hooks,        handle<list<Account>>,              200, "userListHooks",  "List the hooks of your repositories"},
    {POST,   "/user/hooks",                      own_hooks,           keeps_own_hooks,        handle<create<Account>>,            201, "userCreateHook", "Add a hook for all your repositories", {400, 422}},
    {GET,    "/user/hooks/{id}",                 own_hooks,           keeps_own_hooks,        handle<get<Account>>,               200, "userGetHook",    "Get one of your hooks", {404}},
    {PATCH,  "/user/hooks/{id}",                 own_hooks,           keeps_own_hooks,        handle<edit<Account>>,              200, "userEditHook",   "Change one of your hooks", {400, 404, 422}},
    {DELETE, "/user/hooks/{id}",                 own_hooks,           keeps_own_hooks,        handle<remove<Account>>,            204, "userDeleteHook", "Remove one of your hooks", {404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_oneself));

} // namespace

const Table repository_hook_table{"repository", of_repositories};
const Table organization_hook_table{"organization", of_organizations};
const Table own_hook_table{"user", of_oneself};

} // namespace cairn::webhooks
