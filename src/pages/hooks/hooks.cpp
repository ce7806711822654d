// The pages of webhooks, of a repository, an organization, one's own and of the site: one set of pages behind four
// doors.
#include "accounts/sign_in/in_person.hpp"
#include "pages/hooks/hook_pages.hpp"
#include "pages/hooks/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using organizations::StoredOrganization;
using repositories::RepositoryContext;
using webhooks::HookPath;

namespace {

template <class Owner> Result<HooksView> list(Call& call, const Owner& owner, Query<HookPaging> paging)
{
    return show_hook_list(call, hook_home(call, owner), paging.value);
}
template <class Owner>
Result<NewHookView> show_new(Call& call, const Owner& owner, Path<HookTypePath> path, Form<HookForm> form)
{
    return show_new_hook(call, hook_home(call, owner), path->type, std::move(form));
}
template <class Owner> Result<Done> create(Call& call, const Owner& owner, Path<HookTypePath> path, Body<HookForm> form)
{
    return make_hook(call, hook_home(call, owner), path->type, form.value);
}
template <class Owner>
Result<HookView> show(Call& call, const Owner& owner, Path<HookPath> path, Query<HookPaging> paging,
                      Form<HookForm> form)
{
    return show_hook_page(call, hook_home(call, owner), path->id, paging.value, std::move(form));
}
template <class Owner> Result<Done> save(Call& call, const Owner& owner, Path<HookPath> path, Body<HookForm> form)
{
    return save_hook(call, hook_home(call, owner), path->id, form.value);
}
template <class Owner> Result<Done> remove(Call& call, const Owner& owner, Path<HookPath> path)
{
    return remove_hook(call, hook_home(call, owner), path->id);
}
template <class Owner>
Result<HookDeliveryView> show_delivery(Call& call, const Owner& owner, Path<HookDeliveryPath> path)
{
    return show_hook_delivery(call, hook_home(call, owner), path.value);
}
template <class Owner> Result<Done> repeat(Call& call, const Owner& owner, Path<HookDeliveryPath> path)
{
    return repeat_delivery(call, hook_home(call, owner), path.value);
}
Result<Done> test(Call& call, const RepositoryContext& place, Path<HookPath> path)
{
    return test_hook(call, place, path->id);
}

Result<HooksView> site_list(Call& call, Query<HookPaging> paging)
{
    return show_hook_list(call, site_hook_home(call), paging.value);
}
Result<NewHookView> site_show_new(Call& call, Path<HookTypePath> path, Form<HookForm> form)
{
    return show_new_hook(call, site_hook_home(call), path->type, std::move(form));
}
Result<Done> site_create(Call& call, Path<HookTypePath> path, Body<HookForm> form)
{
    return make_hook(call, site_hook_home(call), path->type, form.value);
}
Result<HookView> site_show(Call& call, Path<HookPath> path, Query<HookPaging> paging, Form<HookForm> form)
{
    return show_hook_page(call, site_hook_home(call), path->id, paging.value, std::move(form));
}
Result<Done> site_save(Call& call, Path<HookPath> path, Body<HookForm> form)
{
    return save_hook(call, site_hook_home(call), path->id, form.value);
}
Result<Done> site_remove(Call& call, Path<HookPath> path) { return remove_hook(call, site_hook_home(call), path->id); }
Result<HookDeliveryView> site_show_delivery(Call& call, Path<HookDeliveryPath> path)
{
    return show_hook_delivery(call, site_hook_home(call), path.value);
}
Result<Done> site_repeat(Call& call, Path<HookDeliveryPath> path)
{
    return repeat_delivery(call, site_hook_home(call), path.value);
}

using accounts::in_person;
using repositories::administers_repository;
using webhooks::keeps_org_hooks;
using webhooks::keeps_own_hooks;
using webhooks::keeps_site_hooks;

using R = RepositoryContext;
constexpr auto& repo_list_page = shows<list<R>, "hooks/list", "repoListHooks repoCreateHook">;
constexpr auto& repo_new_page = shows<show_new<R>, "hooks/new", "repoListHooks repoCreateHook">;
constexpr auto& repo_page =
    shows<show<R>, "hooks/hook", "repoGetHook repoListHookDeliveries repoEditHook repoTestHook">;
constexpr auto& repo_delete_page = shows<show<R>, "hooks/delete", "repoGetHook repoDeleteHook">;
constexpr auto& repo_delivery_page = shows<show_delivery<R>, "hooks/delivery", "repoGetHookDelivery repoRedeliverHook">;

using O = StoredOrganization;
constexpr auto& org_list_page = shows<list<O>, "hooks/list", "orgListHooks orgCreateHook">;
constexpr auto& org_new_page = shows<show_new<O>, "hooks/new", "orgListHooks orgCreateHook">;
constexpr auto& org_page = shows<show<O>, "hooks/hook", "orgGetHook orgListHookDeliveries orgEditHook">;
constexpr auto& org_delete_page = shows<show<O>, "hooks/delete", "orgGetHook orgDeleteHook">;
constexpr auto& org_delivery_page = shows<show_delivery<O>, "hooks/delivery", "orgGetHookDelivery orgRedeliverHook">;

using A = Account;
constexpr auto& own_list_page = shows<list<A>, "hooks/list", "userListHooks userCreateHook">;
constexpr auto& own_new_page = shows<show_new<A>, "hooks/new", "userListHooks userCreateHook">;
constexpr auto& own_page = shows<show<A>, "hooks/hook", "userGetHook userListHookDeliveries userEditHook">;
constexpr auto& own_delete_page = shows<show<A>, "hooks/delete", "userGetHook userDeleteHook">;
constexpr auto& own_delivery_page = shows<show_delivery<A>, "hooks/delivery", "userGetHookDelivery userRedeliverHook">;

constexpr auto& site_list_page = shows<site_list, "hooks/list", "adminListHooks adminCreateHook">;
constexpr auto& site_new_page = shows<site_show_new, "hooks/new", "adminListHooks adminCreateHook">;
constexpr auto& site_page = shows<site_show, "hooks/hook", "adminGetHook adminListHookDeliveries adminEditHook">;
constexpr auto& site_delete_page = shows<site_show, "hooks/delete", "adminGetHook adminDeleteHook">;
constexpr auto& site_delivery_page =
    shows<site_show_delivery, "hooks/delivery", "adminGetHookDelivery adminRedeliverHook">;

// clang-format off
constexpr Operation hook_page_operations[] = {
    {GET,  "/{owner}/{repo}/settings/hooks",                                      scope::none, administers_repository,            repo_list_page,                    200, "siteHooks",              "Show the webhooks of a repository"},
    {GET,  "/{owner}/{repo}/settings/hooks/{type}/new",                           scope::none, administers_repository,            repo_new_page,                     200, "siteNewHook",            "Show the form for a webhook of a repository"},
    {POST, "/{owner}/{repo}/settings/hooks/{type}/new",                           scope::none, in_person<administers_repository>, does<create<R>, repo_new_page>,    303, "siteHookCreated",        "Add a webhook to a repository"},
    {GET,  "/{owner}/{repo}/settings/hooks/{id}",                                 scope::none, administers_repository,            repo_page,                         200, "siteHook",               "Show a webhook of a repository"},
    {POST, "/{owner}/{repo}/settings/hooks/{id}",                                 scope::none, in_person<administers_repository>, does<save<R>, repo_page>,          303, "siteHookSaved",          "Change a webhook of a repository"},
    {POST, "/{owner}/{repo}/settings/hooks/{id}/test",                            scope::none, administers_repository,            does<test>,                        303, "siteTestHook",           "Try a webhook out"},
    {GET,  "/{owner}/{repo}/settings/hooks/{id}/delete",                          scope::none, administers_repository,            repo_delete_page,                  200, "siteDeleteHook",         "Ask whether to delete a webhook of a repository"},
    {POST, "/{owner}/{repo}/settings/hooks/{id}/delete",                          scope::none, administers_repository,            does<remove<R>>,                   303, "siteHookDeleted",        "Delete a webhook of a repository"},
    {GET,  "/{owner}/{repo}/settings/hooks/{id}/deliveries/{delivery}",           scope::none, administers_repository,            repo_delivery_page,                200, "siteHookDelivery",       "Show what a webhook of a repository was told"},
    {POST, "/{owner}/{repo}/settings/hooks/{id}/deliveries/{delivery}/redeliver", scope::none, administers_repository,            does<repeat<R>>,                   303, "siteRedeliver",          "Tell a webhook of a repository once more"},
    {GET,  "/org/{org}/settings/hooks",                                           scope::none, keeps_org_hooks,                   org_list_page,                     200, "siteOrgHooks",           "Show the webhooks of an organization"},
    {GET,  "/org/{org}/settings/hooks/{type}/new",                                scope::none, keeps_org_hooks,                   org_new_page,                      200, "siteNewOrgHook",         "Show the form for a webhook of an organization"},
    {POST, "/org/{org}/settings/hooks/{type}/new",                                scope::none, in_person<keeps_org_hooks>,        does<create<O>, org_new_page>,     303, "siteOrgHookCreated",     "Add a webhook to an organization"},
    {GET,  "/org/{org}/settings/hooks/{id}",                                      scope::none, keeps_org_hooks,                   org_page,                          200, "siteOrgHook",            "Show a webhook of an organization"},
    {POST, "/org/{org}/settings/hooks/{id}",                                      scope::none, in_person<keeps_org_hooks>,        does<save<O>, org_page>,           303, "siteOrgHookSaved",       "Change a webhook of an organization"},
    {GET,  "/org/{org}/settings/hooks/{id}/delete",                               scope::none, keeps_org_hooks,                   org_delete_page,                   200, "siteDeleteOrgHook",      "Ask whether to delete a webhook of an organization"},
    {POST, "/org/{org}/settings/hooks/{id}/delete",                               scope::none, keeps_org_hooks,                   does<remove<O>>,                   303, "siteOrgHookDeleted",     "Delete a webhook of an organization"},
    {GET,  "/org/{org}/settings/hooks/{id}/deliveries/{delivery}",                scope::none, keeps_org_hooks,                   org_delivery_page,                 200, "siteOrgHookDelivery",    "Show what a webhook of an organization was told"},
    {POST, "/org/{org}/settings/hooks/{id}/deliveries/{delivery}/redeliver",      scope::none, keeps_org_hooks,                   does<repeat<O>>,                   303, "siteRedeliverOrg",       "Tell a webhook of an organization once more"},
    {GET,  "/user/settings/hooks",                                                scope::none, keeps_own_hooks,                   own_list_page,                     200, "siteOwnHooks",           "Show one's own webhooks"},
    {GET,  "/user/settings/hooks/{type}/new",                                     scope::none, keeps_own_hooks,                   own_new_page,                      200, "siteNewOwnHook",         "Show the form for a webhook of one's own"},
    {POST, "/user/settings/hooks/{type}/new",                                     scope::none, in_person<keeps_own_hooks>,        does<create<A>, own_new_page>,     303, "siteOwnHookCreated",     "Add a webhook for one's own repositories"},
    {GET,  "/user/settings/hooks/{id}",                                           scope::none, keeps_own_hooks,                   own_page,                          200, "siteOwnHook",            "Show a webhook of one's own"},
    {POST, "/user/settings/hooks/{id}",                                           scope::none, in_person<keeps_own_hooks>,        does<save<A>, own_page>,           303, "siteOwnHookSaved",       "Change a webhook of one's own"},
    {GET,  "/user/settings/hooks/{id}/delete",                                    scope::none, keeps_own_hooks,                   own_delete_page,                   200, "siteDeleteOwnHook",      "Ask whether to delete a webhook of one's own"},
    {POST, "/user/settings/hooks/{id}/delete",                                    scope::none, keeps_own_hooks,                   does<remove<A>>,                   303, "siteOwnHookDeleted",     "Delete a webhook of one's own"},
    {GET,  "/user/settings/hooks/{id}/deliveries/{delivery}",                     scope::none, keeps_own_hooks,                   own_delivery_page,                 200, "siteOwnHookDelivery",    "Show what a webhook of one's own was told"},
    {POST, "/user/settings/hooks/{id}/deliveries/{delivery}/redeliver",           scope::none, keeps_own_hooks,                   does<repeat<A>>,                   303, "siteRedeliverOwn",       "Tell a webhook of one's own once more"},
    {GET,  "/-/admin/hooks",                                                      scope::none, keeps_site_hooks,                  site_list_page,                    200, "siteAdminHooks",         "Show the webhooks of the site"},
    {GET,  "/-/admin/hooks/{type}/new",                                           scope::none, keeps_site_hooks,                  site_new_page,                     200, "siteNewAdminHook",       "Show the form for a webhook of the site"},
    {POST, "/-/admin/hooks/{type}/new",                                           scope::none, keeps_site_hooks,                  does<site_create, site_new_page>,  303, "siteAdminHookCreated",   "Add a webhook to the site"},
    {GET,  "/-/admin/hooks/{id}",                                                 scope::none, keeps_site_hooks,                  site_page,                         200, "siteAdminHook",          "Show a webhook of the site"},
    {POST, "/-/admin/hooks/{id}",                                                 scope::none, keeps_site_hooks,                  does<site_save, site_page>,        303, "siteAdminHookSaved",     "Change a webhook of the site"},
    {GET,  "/-/admin/hooks/{id}/delete",                                          scope::none, keeps_site_hooks,                  site_delete_page,                  200, "siteDeleteAdminHook",    "Ask whether to delete a webhook of the site"},
    {POST, "/-/admin/hooks/{id}/delete",                                          scope::none, keeps_site_hooks,                  does<site_remove>,                 303, "siteAdminHookDeleted",   "Delete a webhook of the site"},
    {GET,  "/-/admin/hooks/{id}/deliveries/{delivery}",                           scope::none, keeps_site_hooks,                  site_delivery_page,                200, "siteAdminHookDelivery",  "Show what a webhook of the site was told"},
    {POST, "/-/admin/hooks/{id}/deliveries/{delivery}/redeliver",                 scope::none, keeps_site_hooks,                  does<site_repeat>,                 303, "siteRedeliverAdmin",     "Tell a webhook of the site once more"},
};
// clang-format on
static_assert(well_formed(hook_page_operations));

} // namespace

const Table hook_pages_table{"site", hook_page_operations, Door::site, refuse_page};

} // namespace cairn::pages
