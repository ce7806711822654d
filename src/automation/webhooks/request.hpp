// The call that a delivery is made by: its headers, its body and their signatures.
#pragma once

#include "webhooks/delivery.hpp"
#include "webhooks/transfers.hpp"

namespace cairn::webhooks {

// The secrets of a hook, opened.
struct HookSecrets {
    std::string secret;
    std::string authorization;
};
HookSecrets open_secrets(const StoredHook&, const config::Settings&);

// `target` says whose hook it is: repository, organization, user, system or default.
OutgoingCall call_for(const StoredHook&, const StoredDelivery&, const HookSecrets&, std::string_view target);

// The headers of a call as history keeps them: a line for each, without Authorization.
std::string shown_headers(const OutgoingCall&);

} // namespace cairn::webhooks
