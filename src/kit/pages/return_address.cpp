#include "pages/return_address.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "http/url.hpp"

namespace cairn::pages {

std::string safe_redirect(const config::Settings& settings, std::string_view wanted, std::string_view usual)
{
    // What the server has taken as a request it can be asked for again; nothing longer is an address of ours.
    const bool fits = wanted.size() <= static_cast<std::size_t>(settings.server.max_header_bytes);
    // A browser takes //host and /\host for another site, and drops some control characters before it looks. In a query
    // a backslash is a character like others, and browsers send it as it is.
    const bool ours = fits && wanted.starts_with('/') && !wanted.starts_with("//")
        && !wanted.substr(0, wanted.find('?')).contains('\\')
        && std::ranges::all_of(wanted, [](char c) { return c > ' ' && c < 0x7f; });
    return std::string(ours ? wanted : usual);
}

std::string return_query(std::string_view redirect_to)
{
    return redirect_to == "/" ? std::string() : "?redirect_to=" + http::encode_query(redirect_to);
}

bool leads_to_application(std::string_view redirect_to) { return redirect_to.starts_with("/login/oauth/authorize?"); }

} // namespace cairn::pages
