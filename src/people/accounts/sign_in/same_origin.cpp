#include "accounts/sign_in/same_origin.hpp"

#include "base/text.hpp"

namespace cairn::accounts {

namespace {

// Scheme, host and port as a browser writes them in Origin: in lower case, without the scheme's own port.
std::string origin_of(std::string_view url)
{
    const auto host = url.find("://");
    if (host == url.npos) return {};
    auto origin = text::to_lower(url.substr(0, url.find_first_of("/?#", host + 3)));
    const std::string_view usual_port = origin.starts_with("https:") ? ":443" : ":80";
    if (origin.ends_with(usual_port)) origin.resize(origin.size() - usual_port.size());
    return origin;
}

} // namespace

bool is_same_origin(const http::Request& request, std::string_view root_url)
{
    // "none" is a person's own doing: an address typed, a page reloaded.
    if (const auto site = request.header("Sec-Fetch-Site"); !site.empty())
        return site == "same-origin" || site == "none";
    auto from = request.header("Origin");
    if (from.empty()) from = request.header("Referer");
    return !from.empty() && origin_of(from) == origin_of(root_url);
}

} // namespace cairn::accounts
