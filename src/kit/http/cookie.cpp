#include "http/cookie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "http/header_value.hpp"

namespace cairn::http {

namespace {

// RFC 6265, 4.1.1: cookie-octet.
constexpr bool is_cookie_octet(char c)
{
    return c > ' ' && c < 0x7f && std::string_view("\",;\\").find(c) == std::string_view::npos;
}

constexpr std::string_view word(SameSite same_site)
{
    switch (same_site) {
    case SameSite::lax: return "Lax";
    case SameSite::strict: return "Strict";
    case SameSite::none: return "None";
    }
    return "Lax";
}

} // namespace

std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name)
{
    while (!header.empty()) {
        const auto pair = take_until(header, ';');
        const auto equals = pair.find('=');
        if (equals == pair.npos || trim(pair.substr(0, equals)) != name) continue;
        auto value = trim(pair.substr(equals + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
        return value;
    }
    return std::nullopt;
}

std::string to_set_cookie(const Cookie& cookie)
{
    const auto fits = [](std::string_view part) { return std::ranges::all_of(part, is_cookie_octet); };
    if (cookie.name.empty() || cookie.name.find('=') != cookie.name.npos || !fits(cookie.name) || !fits(cookie.value)
        || !fits(cookie.path))
        throw std::invalid_argument(fmt::format("cookie '{}' has a character that cookies cannot carry", cookie.name));

    std::string out = fmt::format("{}={}; Path={}", cookie.name, cookie.value, cookie.path);
    if (cookie.max_age) fmt::format_to(std::back_inserter(out), "; Max-Age={}", cookie.max_age->count());
    if (cookie.http_only) out += "; HttpOnly";
    if (cookie.secure) out += "; Secure";
    out += "; SameSite=";
    out += word(cookie.same_site);
    return out;
}

} // namespace cairn::http
