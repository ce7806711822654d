// Cookies: reading the Cookie header of a request, making the Set-Cookie header of an answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::http {

// The value of the first cookie of that name in a Cookie header ("a=1; b=2"), without quotes; nothing when there is
// none. Views into the header.
std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name);

enum class SameSite : std::uint8_t { lax, strict, none };

// The safe choice is the default: a session's cookie needs only its name and value.
struct Cookie {
    std::string_view name;
    std::string_view value;
    std::string_view path = "/";
    std::optional<std::chrono::seconds> max_age{}; // nothing: until the browser closes; 0: delete it now
    bool http_only = true;
    bool secure = true;
    SameSite same_site = SameSite::lax;
};

// The value of a Set-Cookie header. Throws std::invalid_argument when a part has a character that would end it early:
// values are tokens of our own making, so that is a bug here and not a client's mistake.
std::string to_set_cookie(const Cookie&);

} // namespace cairn::http
