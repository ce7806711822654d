// What hooks were told, and what was answered: looking it up, and sending it once more.
#include "webhooks/hook_owner.hpp"
#include "webhooks/shown_delivery.hpp"
#include "webhooks/tables.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;
using accounts::Account;
using organizations::StoredOrganization;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

struct ListDeliveries : Paging { };
BOOST_DESCRIBE_STRUCT(ListDeliveries, (Paging), ())

struct DeliveryPath {
    std::int64_t id = 0;
    std::int64_t delivery = 0;
};
BOOST_DESCRIBE_STRUCT(DeliveryPath, (), (id, delivery))
constexpr auto notes(const DeliveryPath*)
{
    return std::array{Note{"id", "the hook's id"}, Note{"delivery", "the delivery's id"}};
}

Result<Page<HookDelivery>> list_of(const Call& call, const HookOwner& owner, std::int64_t id, const Paging& paging)
{
    const auto hook = TRY(find_hook(call.db(), owner, id));
    const auto found = list_deliveries(call.db(), paging, hook.id);
    Page<HookDelivery> shown{.items = {}, .total = found.total};
    for (const auto& delivery : found.items) shown.items.push_back(show_delivery(delivery));
    return shown;
}

Result<HookDeliveryDetails> get_of(const Call& call, const HookOwner& owner, const DeliveryPath& path)
{
    const auto hook = TRY(find_hook(call.db(), owner, path.id));
    return show_whole_delivery(call, hook, TRY(find_delivery(call.db(), hook.id, path.delivery)));
}

Result<HookDeliveryDetails> repeat_of(const Call& call, const HookOwner& owner, const DeliveryPath& path)
{
    const auto hook = TRY(find_hook(call.db(), owner, path.id));
    return show_whole_delivery(call, hook, TRY(redeliver(call, hook, path.delivery)));
}

template <class Owner>
Result<Page<HookDelivery>> list(Call& call, const Owner& owner, Path<HookPath> path, Query<ListDeliveries> query)
{
    return list_of(call, whose(owner), path->id, query.value);
}
template <class Owner> Result<HookDeliveryDetails> get(Call& call, const Owner& owner, Path<DeliveryPath> path)
{
    return get_of(call, whose(owner), path.value);
}
template <class Owner> Result<HookDeliveryDetails> repeat(Call& call, const Owner& owner, Path<DeliveryPath> path)
{
    return repeat_of(call, whose(owner), path.value);
}

Result<Page<HookDelivery>> list_of_site(Call& call, Path<HookPath> path, Query<ListDeliveries> query)
{
    return list_of(call, of_site, path->id, query.value);
}
Result<HookDeliveryDetails> get_of_site(Call& call, Path<DeliveryPath> path)
{
    return get_of(call, of_site, path.value);
}
Result<HookDeliveryDetails> repeat_of_site(Call& call, Path<DeliveryPath> path)
{
    return repeat_of(call, of_site, path.value);
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,  "/repos/{owner}/{repo}/hooks/{id}/deliveries",                      scope::repository,   administers_repository, handle<list<RepositoryContext>>,                200, "repoListHookDeliveries",  "List what a hook of a repository was told"},
    {GET,  "/repos/{owner}/{repo}/hooks/{id}/deliveries/{delivery}",           scope::repository,   administers_repository, handle<get<RepositoryContext>>,                 200, "repoGetHookDelivery",     "Get what a hook of a repository was told, and its answer"},
    {POST, "/repos/{owner}/{repo}/hooks/{id}/deliveries/{delivery}/redeliver", scope::repository,   administers_repository, handle<repeat<RepositoryContext>>,              202, "repoRedeliverHook",       "Tell a hook of a repository once more", {409, 422}},
};
constexpr Operation of_organizations[] = {
    {GET,  "/orgs/{org}/hooks/{id}/deliveries",                                scope::organization, keeps_org_hooks,        handle<list<StoredOrganization>>,   200, "orgListHookDeliveries",   "List what a hook of an organization was told"},
    {GET,  "/orgs/{org}/hooks/{id}/deliveries/{delivery}",                     scope::organization, keeps_org_hooks,        handle<get<StoredOrganization>>,    200, "orgGetHookDelivery",      "Get what a hook of an organization was told, and its answer"},
    {POST, "/orgs/{org}/hooks/{id}/deliveries/{delivery}/redeliver",           scope::organization, keeps_org_hooks,        handle<repeat<StoredOrganization>>, 202, "orgRedeliverHook",        "Tell a hook of an organization once more", {409, 422}},
};
constexpr Operation of_oneself[] = {
    {GET,  "/user/hooks/{id}/deliveries",                                      own_hooks,           keeps_own_hooks,        handle<list<Account>>,              200, "userListHookDeliveries",  "List what one of your hooks was told", {404}},
    {GET,  "/user/hooks/{id}/deliveries/{delivery}",                           own_hooks,           keeps_own_hooks,        handle<get<Account>>,               200, "userGetHookDelivery",     "Get what one of your hooks was told, and its answer", {404}},
    {POST, "/user/hooks/{id}/deliveries/{delivery}/redeliver",                 own_hooks,           keeps_own_hooks,        handle<repeat<Account>>,            202, "userRedeliverHook",       "Tell one of your hooks once more", {404, 409, 422}},
};
constexpr Operation of_the_site[] = {
    {GET,  "/admin/hooks/{id}/deliveries",                                     scope::admin,        keeps_site_hooks,       handle<list_of_site>,               200, "adminListHookDeliveries", "List what a hook of the site was told", {404}},
    {GET,  "/admin/hooks/{id}/deliveries/{delivery}",                          scope::admin,        keeps_site_hooks,       handle<get_of_site>,                200, "adminGetHookDelivery",    "Get what a hook of the site was told, and its answer", {404}},
    {POST, "/admin/hooks/{id}/deliveries/{delivery}/redeliver",                scope::admin,        keeps_site_hooks,       handle<repeat_of_site>,             202, "adminRedeliverHook",      "Tell a hook of the site once more", {404, 409, 422}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_oneself));
static_assert(well_formed(of_the_site));

} // namespace

const Table repository_delivery_table{"repository", of_repositories};
const Table organization_delivery_table{"organization", of_organizations};
const Table own_delivery_table{"user", of_oneself};
const Table site_delivery_table{"admin", of_the_site};

} // namespace cairn::webhooks
