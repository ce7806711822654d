// What hooks were told, and what was answered: looking it up, and sending it once more.
#include "base/text.hpp"
#include "events/events.hpp"
#include "webhooks/format.hpp"
#include "webhooks/hook_owner.hpp"
#include "webhooks/request.hpp"
#include "webhooks/tables.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;
using accounts::Account;
using organizations::StoredOrganization;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

struct HookDelivery {
    std::int64_t id = 0;
    std::string uuid;
    std::string event;
    std::string type;
    DeliveryState state = DeliveryState::waiting;
    bool redelivery = false;
    std::int64_t attempts = 0;
    std::int64_t status_code = 0;
    std::string error;
    std::int64_t duration_ms = 0;
    Time created_at;
    std::optional<Time> attempted_at;
    std::optional<Time> next_attempt_at;
};
BOOST_DESCRIBE_STRUCT(HookDelivery, (),
                      (id, uuid, event, type, state, redelivery, attempts, status_code, error, duration_ms, created_at,
                       attempted_at, next_attempt_at))
constexpr auto notes(const HookDelivery*)
{
    return std::array{
        Note{"", "Something that a hook was told, or has to be told"},
        Note{"uuid", "what the receiver knows it by, the same for every attempt"},
        Note{"event", "the word in the header X-Cairn-Event"},
        Note{"type", "what it is exactly"},
        Note{"state", "delivered: the receiver has taken it; failed: it was tried for too long"},
        Note{"redelivery", "somebody asked for it once more"},
        Note{"status_code", "of the last answer; 0 if there was none"},
        Note{"error", "why there was none"},
        Note{"next_attempt_at", "of what waits: not before"},
    };
}

struct HookRequest {
    std::string url;
    std::map<std::string, std::string> headers;
    std::string body;
};
BOOST_DESCRIBE_STRUCT(HookRequest, (), (url, headers, body))
constexpr auto notes(const HookRequest*)
{
    return std::array{Note{"", "What was sent to a hook's receiver"},
                      Note{"headers", "those of the last attempt, without Authorization"},
                      Note{"body", "the text that is signed"}};
}

struct HookResponse {
    std::int64_t status_code = 0;
    std::string headers;
    std::string body;
};
BOOST_DESCRIBE_STRUCT(HookResponse, (), (status_code, headers, body))
constexpr auto notes(const HookResponse*)
{
    return std::array{Note{"", "What a hook's receiver answered"}, Note{"body", "its beginning"}};
}

struct HookDeliveryDetails : HookDelivery {
    HookRequest request;
    std::optional<HookResponse> response;
};
BOOST_DESCRIBE_STRUCT(HookDeliveryDetails, (HookDelivery), (request, response))
constexpr auto notes(const HookDeliveryDetails*)
{
    return std::array{Note{"", "A delivery with what was sent and answered"},
                      Note{"response", "of the last attempt; null if there was no answer"}};
}

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

void show(const ListedDelivery& stored, HookDelivery& shown)
{
    shown.id = stored.id;
    shown.uuid = stored.uuid;
    shown.event = event_word(stored.event);
    shown.type = stored.event;
    shown.state = stored.state;
    shown.redelivery = stored.is_redelivery;
    shown.attempts = stored.attempts;
    shown.status_code = stored.response_status;
    shown.error = stored.error;
    shown.duration_ms = stored.duration_ms;
    shown.created_at = stored.created_at;
    if (stored.attempts > 0) shown.attempted_at = stored.sent_at;
    if (stored.state == DeliveryState::waiting) shown.next_attempt_at = stored.due_at;
}

HookDeliveryDetails show_details(const Call& call, const StoredHook& hook, const StoredDelivery& stored)
{
    HookDeliveryDetails shown;
    show(stored, shown);
    shown.request.url = stored.request_url.empty() ? hook.url : stored.request_url;
    for (const auto line : text::split(stored.request_headers, '\n'))
        if (const auto colon = line.find(": "); colon != line.npos)
            shown.request.headers.emplace(line.substr(0, colon), line.substr(colon + 2));
    // What has still to be read from the repository is not told by halves.
    if (!stored.unread) shown.request.body = body_of(hook, stored, open_secrets(hook, call.settings()).secret);
    if (stored.response_status != 0)
        shown.response = {stored.response_status, stored.response_headers, stored.response_body};
    return shown;
}

Result<Page<HookDelivery>> list_of(const Call& call, const HookOwner& owner, std::int64_t id, const Paging& paging)
{
    const auto hook = TRY(find_hook(call.db(), owner, id));
    const auto found = list_deliveries(call.db(), paging, hook.id);
    Page<HookDelivery> shown{.items = {}, .total = found.total};
    for (const auto& delivery : found.items) show(delivery, shown.items.emplace_back());
    return shown;
}

Result<HookDeliveryDetails> get_of(const Call& call, const HookOwner& owner, const DeliveryPath& path)
{
    const auto hook = TRY(find_hook(call.db(), owner, path.id));
    return show_details(call, hook, TRY(find_delivery(call.db(), hook.id, path.delivery)));
}

Result<HookDeliveryDetails> repeat_of(const Call& call, const HookOwner& owner, const DeliveryPath& path)
{
    const auto hook = TRY(find_hook(call.db(), owner, path.id));
    return show_details(call, hook, TRY(redeliver(call, hook, path.delivery)));
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
