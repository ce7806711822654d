// What this room has done now and then.
#pragma once

#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::webhooks {

// Deliveries that are over and older than [webhook] KEEP_DELIVERIES.
void forget_old_deliveries(const api::Site&, const std::stop_token&);

} // namespace cairn::webhooks
