// What payloads tell of commits, read from the repository before they are sent. It is not read in the transaction that
// has moved the reference: that would let everybody wait who wants to write. Commits do not change meanwhile.
#pragma once

#include "webhooks/delivery.hpp"

namespace cairn::git {
class Repositories;
} // namespace cairn::git

namespace cairn::webhooks {

// The whole payload of a delivery that is `unread`. Where the repository or the commits are gone by now, it tells of
// none.
std::string read_payload(db::Queries&, const config::Settings&, git::Repositories&, const StoredDelivery&);

} // namespace cairn::webhooks
