// Pages that hear of what changes while somebody looks at them (live/hub.hpp), as server-sent events.
#pragma once

#include <vector>

#include "api/call.hpp"
#include "live/hub.hpp"

namespace cairn::accounts {

// An answer that stays open and tells the caller's browser of these. Errc::forbidden for who has no session, because a
// token has no page that shows it; and as Hub::listen.
Result<api::Raw> listen(const api::Call&, std::vector<live::Topic>);

} // namespace cairn::accounts
