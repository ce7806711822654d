#include "webhooks/upkeep.hpp"

#include "api/call.hpp"
#include "config/settings.hpp"
#include "webhooks/delivery.hpp"

namespace cairn::webhooks {

void forget_old_deliveries(const api::Site& site, const std::stop_token& stop)
{
    const Time oldest{Time::now().seconds - site.settings.webhook.keep_deliveries};
    while (!stop.stop_requested()
           && site.db.write([&](db::Transaction& tx) { return forget_deliveries(tx, oldest); })) { }
}

} // namespace cairn::webhooks
