// The form in which a receiver gets what it is told: the payload itself, or what a chat room understands.
#pragma once

#include "webhooks/delivery.hpp"

namespace cairn::webhooks {

// JSON, written for people: indented by two spaces.
std::string indented(std::string_view json);

// The text that is sent, and signed, for a hook of that kind. `secret` is for services whose messages hold a signature.
std::string body_of(const StoredHook&, const StoredDelivery&, std::string_view secret);

} // namespace cairn::webhooks
