// One-time codes after RFC 6238, as every authenticator application makes them: six digits, 30 seconds, SHA-1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace cairn::crypto {

inline constexpr std::int64_t totp_period = 30; // seconds in a step

// The code for the step that `at` falls into. `secret` is its bytes, not their base32.
std::string totp_code(std::string_view secret, Time at);

// The step whose code this is: the one of `now` or a neighbor, for clocks that are a little off. Nothing for any other
// code. Whoever accepts a code remembers its step, so that it is not accepted again.
std::optional<std::int64_t> totp_step(std::string_view secret, std::string_view code, Time now);

} // namespace cairn::crypto
