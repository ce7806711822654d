// The hooks of the site: of every repository, or copied into each new one.
#include "webhooks/hook_owner.hpp"
#include "webhooks/tables.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;

namespace {

struct ListSiteHooks : Paging {
    SiteHooks type = SiteHooks::system;
};
BOOST_DESCRIBE_STRUCT(ListSiteHooks, (Paging), (type))
constexpr auto notes(const ListSiteHooks*)
{
    return std::array{Note{"type", "those of every repository (system), those that new ones begin with, or both"}};
}

Result<Page<Hook>> list(Call& call, Query<ListSiteHooks> query)
{
    return show_hooks(list_site_hooks(call.db(), query.value, query->type));
}

Result<Hook> create(Call& call, Body<CreateHookOption> body)
{
    return show_hook(TRY(create_hook(call, of_site, body.value)));
}

Result<Hook> get(Call& call, Path<HookPath> path) { return show_hook(TRY(find_hook(call.db(), of_site, path->id))); }

Result<Hook> edit(Call& call, Path<HookPath> path, Body<EditHookOption> body)
{
    return show_hook(TRY(edit_hook(call, of_site, path->id, body.value)));
}

Result<> remove(Call& call, Path<HookPath> path) { return delete_hook(call, of_site, path->id); }

// clang-format off
constexpr Operation site_hook_operations[] = {
    {GET,    "/admin/hooks",      scope::admin, keeps_site_hooks, handle<list>,   200, "adminListHooks",  "List the hooks of the site"},
    {POST,   "/admin/hooks",      scope::admin, keeps_site_hooks, handle<create>, 201, "adminCreateHook", "Add a hook to the site", {400, 422}},
    {GET,    "/admin/hooks/{id}", scope::admin, keeps_site_hooks, handle<get>,    200, "adminGetHook",    "Get a hook of the site", {404}},
    {PATCH,  "/admin/hooks/{id}", scope::admin, keeps_site_hooks, handle<edit>,   200, "adminEditHook",   "Change a hook of the site", {400, 404, 422}},
    {DELETE, "/admin/hooks/{id}", scope::admin, keeps_site_hooks, handle<remove>, 204, "adminDeleteHook", "Remove a hook from the site", {404}},
};
// clang-format on
static_assert(well_formed(site_hook_operations));

} // namespace

const Table site_hook_table{"admin", site_hook_operations};

} // namespace cairn::webhooks
