// Messages as the services want them that hooks can be for: one form for each.
#pragma once

#include "webhooks/headline.hpp"
#include "webhooks/hook.hpp"

namespace cairn::webhooks {

// JSON. `secret` is for services whose messages hold a signature.
std::string message_for(const StoredHook&, const Headline&, std::string_view secret);

} // namespace cairn::webhooks
