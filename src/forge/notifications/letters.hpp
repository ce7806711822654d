// Notifications by mail, for those who want them so.
#pragma once

#include "notifications/audience.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::mail {
class Outbox;
} // namespace cairn::mail

namespace cairn::notifications {

// Puts a letter for each of those into the outbox who want to hear of the notice by mail: of the accounts that were
// just told of it, in the order of their ids, and of whoever did it.
void put_letters(db::Transaction&, const config::Settings&, const mail::Outbox&, const Notice&, const Subject&,
                 const std::vector<std::int64_t>& told);

} // namespace cairn::notifications
