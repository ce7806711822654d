#include "webhooks/shown_delivery.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "webhooks/format.hpp"
#include "webhooks/request.hpp"

namespace cairn::webhooks {

namespace {

struct LatestState {
    std::int64_t hook_id = 0;
    DeliveryState state = DeliveryState::waiting;
};
BOOST_DESCRIBE_STRUCT(LatestState, (), (hook_id, state))

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

} // namespace

std::map<std::int64_t, DeliveryState> latest_states(db::Queries& db, const std::vector<std::int64_t>& hook_ids)
{
    std::map<std::int64_t, DeliveryState> states;
    if (hook_ids.empty()) return states;
    db::Composition query("SELECT hook_id, state FROM webhook_delivery WHERE id IN"
                          " (SELECT max(id) FROM webhook_delivery WHERE hook_id IN ");
    query << db::bound(hook_ids) << " GROUP BY hook_id)";
    for (const auto& latest : db.all<LatestState>(query)) states.emplace(latest.hook_id, latest.state);
    return states;
}

HookDelivery show_delivery(const ListedDelivery& stored)
{
    HookDelivery shown;
    show(stored, shown);
    return shown;
}

HookDeliveryDetails show_whole_delivery(const api::Call& call, const StoredHook& hook, const StoredDelivery& stored)
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

} // namespace cairn::webhooks
