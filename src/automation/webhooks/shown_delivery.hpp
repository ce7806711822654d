// A delivery as those see it who keep the hook.
#pragma once

#include "webhooks/delivery.hpp"

namespace cairn::webhooks {

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

// What became of the newest delivery of each of these hooks; those that were never told anything are left out.
std::map<std::int64_t, DeliveryState> latest_states(db::Queries&, const std::vector<std::int64_t>& hook_ids);

HookDelivery show_delivery(const ListedDelivery&);
// With what is sent, which is made anew, and what was answered.
HookDeliveryDetails show_whole_delivery(const api::Call&, const StoredHook&, const StoredDelivery&);

} // namespace cairn::webhooks
