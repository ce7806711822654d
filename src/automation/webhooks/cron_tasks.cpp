#include "webhooks/cron_tasks.hpp"

#include "api/call.hpp"
#include "config/settings.hpp"
#include "webhooks/delivery.hpp"

namespace cairn::webhooks {

namespace {

constexpr std::int64_t kept_of_each_hook = 10'000;

} // namespace

void forget_old_deliveries(const api::Site& site, const std::stop_token& stop)
{
    const Time oldest{Time::now().seconds - site.settings().webhook.keep_deliveries};
    while (!stop.stop_requested()
           && site.db.write([&](db::Transaction& tx) { return forget_deliveries(tx, oldest); })) { }
    while (!stop.stop_requested()
           && site.db.write([&](db::Transaction& tx) { return forget_surplus(tx, kept_of_each_hook); })) { }
}

} // namespace cairn::webhooks
