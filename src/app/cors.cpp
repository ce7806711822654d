#include "app/cors.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"

namespace cairn::app {

namespace {

// "https://*.example.com" matches every origin that ends like it; "*" matches all; otherwise scheme and host must
// agree.
bool matches(std::string_view pattern, std::string_view origin)
{
    const auto host = [](std::string_view text) {
        return text.substr(text.find("://") == text.npos ? 0 : text.find("://") + 3);
    };
    if (pattern.find("://") == pattern.npos) origin = host(origin);
    const auto star = pattern.find('*');
    if (star == pattern.npos) return text::iequals(pattern, origin);
    const auto head = pattern.substr(0, star);
    const auto tail = pattern.substr(star + 1);
    return origin.size() >= head.size() + tail.size() && text::iequals(origin.substr(0, head.size()), head)
        && text::iequals(origin.substr(origin.size() - tail.size()), tail);
}

} // namespace

Cors::Cors(const config::Settings& settings) : settings_(settings) { }

std::string Cors::allowed_origin(std::string_view origin) const
{
    const auto& cors = settings_.cors;
    if (!cors.enabled || origin.empty()) return {};
    const bool allowed =
        std::ranges::any_of(cors.allow_domain, [&](std::string_view pattern) { return matches(pattern, origin); });
    if (!allowed) return {};
    // With credentials a browser accepts no star.
    const bool any = std::ranges::find(cors.allow_domain, "*") != cors.allow_domain.end();
    return any && !cors.allow_credentials ? "*" : std::string(origin);
}

bool Cors::is_preflight(const http::Request& request) const
{
    return settings_.cors.enabled && request.method == "OPTIONS" && request.has_header("Origin")
        && request.has_header("Access-Control-Request-Method");
}

http::Response Cors::preflight(const http::Request& request) const
{
    http::Response response{.status = 204, .headers = {}, .body = {}};
    mark(request, response);
    if (response.find("Access-Control-Allow-Origin") == nullptr) return response;
    const auto& cors = settings_.cors;
    response.set("Access-Control-Allow-Methods", text::join(cors.methods, ", "));
    // Without this one no page could show that it has the key that its tokens are bound to (RFC 9449).
    response.set("Access-Control-Allow-Headers", text::join(cors.headers, ", ") + ", DPoP");
    response.set("Access-Control-Max-Age", std::to_string(cors.max_age));
    return response;
}

void Cors::mark(const http::Request& request, http::Response& response) const
{
    if (!settings_.cors.enabled) return;
    response.set("Vary", "Origin");
    auto origin = allowed_origin(request.header("Origin"));
    if (origin.empty()) return;
    response.set("Access-Control-Allow-Origin", std::move(origin));
    if (response.find("Access-Control-Expose-Headers") == nullptr)
        response.set("Access-Control-Expose-Headers", "Link, X-Total-Count, DPoP-Nonce, WWW-Authenticate");
    if (settings_.cors.allow_credentials) response.set("Access-Control-Allow-Credentials", "true");
}

} // namespace cairn::app
