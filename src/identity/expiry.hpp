// What the provider no longer needs to know.
#pragma once

#include <stop_token>

#include "api/call.hpp"

namespace cairn::identity {

// Deletes codes and pushed requests that have expired, and the families whose last refresh token has. What was approved
// stays.
void forget_expired_tokens(const api::Site&, const std::stop_token&);

} // namespace cairn::identity
