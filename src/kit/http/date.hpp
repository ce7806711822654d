// The date in HTTP's headers.
#pragma once

#include <optional>
#include <string_view>

#include "base/time.hpp"

namespace cairn::http {

// "Sun, 06 Nov 1994 08:49:37 GMT", the one form that RFC 9110 lets senders use. Nothing for a date that does not exist,
// also not if only its day of the week is wrong.
std::optional<Time> parse_date(std::string_view);

} // namespace cairn::http
