#include "misc/well_known.hpp"

#include <fstream>
#include <iterator>

#include "accounts/user.hpp"
#include "accounts/visibility.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"

namespace cairn::misc {

namespace {

constexpr std::size_t largest_own_file = 64U << 10;

std::string path_of(const config::Settings& settings)
{
    const std::string_view root = settings.server.root_url;
    const auto scheme = root.find("://");
    const auto slash = scheme == root.npos ? root.npos : root.find('/', scheme + 3);
    return slash == root.npos ? "/" : std::string(root.substr(slash));
}

// "git.example.com:3000", as it stands in ROOT_URL.
std::string host_of(const config::Settings& settings)
{
    std::string_view root = settings.server.root_url;
    if (const auto scheme = root.find("://"); scheme != root.npos) root.remove_prefix(scheme + 3);
    return std::string(root.substr(0, root.find('/')));
}

// The name of an account that a resource is about.
Result<std::string> name_in(const config::Settings& settings, std::string_view resource)
{
    const auto host = host_of(settings);
    if (text::istarts_with(resource, "acct:")) {
        auto account = resource.substr(5);
        if (account.starts_with('@')) account.remove_prefix(1);
        const auto at = account.rfind('@');
        const auto named = at == account.npos ? std::string_view() : account.substr(at + 1);
        const auto without_port = host.substr(0, host.rfind(':'));
        if (!text::iequals(named, host) && !text::iequals(named, without_port)
            && !text::iequals(named, settings.server.domain))
            return fail(Errc::bad_request, "accounts of this site end in @" + host);
        return std::string(account.substr(0, at));
    }
    if (text::istarts_with(resource, settings.server.root_url)) {
        auto name = http::decode_path_segment(resource.substr(settings.server.root_url.size()));
        if (name && !name->empty() && !name->contains('/')) return std::move(*name);
    }
    return fail(Errc::bad_request, "resource is acct:name@" + host + ", or the address of a profile");
}

std::optional<std::string> own_file(const config::Settings& settings, std::string_view name)
{
    std::ifstream file(settings.server.app_data_path + "/public/" + std::string(name), std::ios::binary);
    if (!file) return std::nullopt;
    std::string content(largest_own_file, '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(file.gcount()));
    return is_text(content) ? std::optional(std::move(content)) : std::nullopt;
}

std::string_view address_in(std::string_view from)
{
    const auto begin = from.rfind('<');
    const auto end = from.rfind('>');
    if (begin == from.npos || end == from.npos || end < begin) return text::trim(from);
    return from.substr(begin + 1, end - begin - 1);
}

} // namespace

Result<WebFinger> finger(const api::View& view, std::string_view resource)
{
    const auto& settings = view.settings();
    const auto name = TRY(name_in(settings, resource));
    const auto account = is_text(name) ? accounts::find_account(view.db(), name) : std::nullopt;
    if (!account || !accounts::may_see(view.db(), accounts::Viewer::of(view.caller), *account))
        return not_found("the account");
    const auto shown = accounts::show_user_plainly(*account, !view.caller.anonymous(), settings);
    WebFinger found{.subject = "acct:" + account->name + "@" + host_of(settings), .aliases = {shown.html_url}};
    found.links.push_back({"http://webfinger.net/rel/profile-page", "text/html", shown.html_url});
    found.links.push_back({"http://webfinger.net/rel/avatar", "", shown.avatar_url});
    if (settings.oauth2.enabled)
        found.links.push_back({"http://openid.net/specs/connect/1.0/issuer", "", settings.server.root_url});
    return found;
}

NodeInfo node_info(const api::View& view)
{
    const auto& settings = view.settings();
    NodeInfo info{.software = {.name = "cairn", .version = CAIRN_VERSION},
                  .services = {.outbound = {"atom1.0", "rss2.0"}},
                  .openRegistrations = !settings.service.disable_registration};
    if (!settings.service.require_signin_view)
        info.usage.users.total =
            view.db().scalar<std::int64_t>("SELECT count(*) FROM account WHERE kind = 'individual' AND is_active");
    return info;
}

std::string robots(const config::Settings& settings)
{
    const auto root = path_of(settings);
    if (settings.service.require_signin_view) return "User-agent: *\nDisallow: " + root + "\n";
    std::string text = "User-agent: *\n";
    for (const auto* path : {"api/",         "user/",           "login/",          "-/",
                             "repo/",        "notifications",   "explore/code",    "*/*/archive/",
                             "*/*/blame/",   "*/*/commits/",    "*/*/compare/",    "*/*/graph",
                             "*/*/activity", "*/*/search",      "*/*/find/",       "*/*/rss/",
                             "*/*/atom/",    "*/*/src/commit/", "*/*/raw/commit/", "*/*/media/",
                             "*/*/_new/",    "*/*/_edit/",      "*/*/fork",        "*.rss$",
                             "*.atom$",      "*?*q=",           "*?*sort=",        "*?*page="})
        text += "Disallow: " + root + path + "\n";
    return text + "\nSitemap: " + settings.server.root_url + "sitemap.xml\n";
}

std::optional<std::string> own_robots(const config::Settings& settings) { return own_file(settings, "robots.txt"); }

std::optional<std::string> security_contact(const config::Settings& settings, Time now)
{
    if (auto own = own_file(settings, ".well-known/security.txt")) return own;
    const auto address = address_in(settings.mailer.from);
    if (!settings.mailer.enabled || !address.contains('@') || !is_text(address) || address.contains('\n'))
        return std::nullopt;
    // The same for a day, and never more than a year ahead, as it must be.
    constexpr std::int64_t day = 86400;
    const Time expires{(now.seconds / day + 180) * day};
    return "Contact: mailto:" + std::string(address) + "\nExpires: " + to_rfc3339(expires)
        + "\nCanonical: " + settings.server.root_url + ".well-known/security.txt\n";
}

} // namespace cairn::misc
