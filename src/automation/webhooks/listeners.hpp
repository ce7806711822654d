// What hooks do when something happens elsewhere.
#pragma once

namespace cairn::db {
class Transaction;
} // namespace cairn::db
namespace cairn::events {
struct RepositoryCreated;
} // namespace cairn::events

namespace cairn::webhooks {

// A new repository begins with the site's default hooks, and with its template's where that was asked for.
void begin_with_hooks(db::Transaction&, const events::RepositoryCreated&);

} // namespace cairn::webhooks
