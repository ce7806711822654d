#include "pages/page.hpp"

#include "api/error_body.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/cookie.hpp"
#include "http/url.hpp"
#include "pages/assets.hpp"
#include "pages/notices.hpp"

namespace cairn::pages {

using api::Call;
using api::Raw;

namespace {

constexpr std::string_view notice_cookie = "cairn_notice";

struct Tab {
    std::string path;
    std::string label;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(Tab, (), (path, label, current))

// What every template can show, as {{site.name}} and so on.
struct SiteValues {
    std::string name;
    std::string root; // before every path: empty, or the path of ROOT_URL
    std::string version;
    std::string style;
    std::string icon;
    std::string account; // who is signed in
    std::string initial;
    bool admin = false;
    bool registration = false;
    bool reference = false;
};
BOOST_DESCRIBE_STRUCT(SiteValues, (),
                      (name, root, version, style, icon, account, initial, admin, registration, reference))

struct Layout {
    std::string title;
    std::string content;
    std::string notice;
    bool notice_good = false;
    bool wide = false;
    bool has_tabs = false;
    std::vector<Tab> tabs;
};
BOOST_DESCRIBE_STRUCT(Layout, (), (title, content, notice, notice_good, wide, has_tabs, tabs))

struct ErrorPage {
    std::string status;
    std::string message;
    std::string request_id;
};
BOOST_DESCRIBE_STRUCT(ErrorPage, (), (status, message, request_id))

// clang-format off
constexpr std::pair<std::string_view, std::string_view> settings_tabs[] = {
    {"/user/settings",              "Profile"},
    {"/user/settings/account",      "Account"},
    {"/user/settings/security",     "Security"},
    {"/user/settings/applications", "Applications"},
    {"/user/settings/keys",         "Keys"},
};
// clang-format on

std::string root_of(const config::Settings& settings)
{
    const std::string_view url = settings.server.root_url;
    const auto host = url.find("://");
    const auto path = host == url.npos ? url.npos : url.find('/', host + 3);
    auto root = std::string(path == url.npos ? "" : url.substr(path));
    if (root.ends_with('/')) root.pop_back();
    return root;
}

SiteValues site_values(const Call& call)
{
    const config::Settings& settings = call.settings();
    const auto root = root_of(settings);
    SiteValues site{
        .name = settings.general.app_name,
        .root = root,
        .version = CAIRN_VERSION,
        .style = root + asset_address("site.css"),
        .icon = root + asset_address("favicon.svg"),
        .registration = !settings.service.disable_registration,
        .reference = settings.api.enable_swagger,
    };
    if (!call.caller.anonymous()) {
        site.account = call.caller.name;
        site.initial = text::to_upper(call.caller.name.substr(0, 1));
        site.admin = call.caller.admin;
    }
    return site;
}

// On the way to an application, no site shows the page in a frame of its own, whatever the settings say (RFC 9700,
// 4.16).
std::string_view frames_of(const config::Settings& settings, bool leads_to_application)
{
    return leads_to_application ? "DENY" : std::string_view(settings.cors.x_frame_options);
}

std::string content_policy(const config::Settings& settings, bool leads_to_application, bool has_frames)
{
    std::string policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
                         "connect-src 'self'; base-uri 'none'";
    // Browsers hold every redirect after a form to its page's form-action. Where they end, only the application knows:
    // it may lead on from its address to any other site, or to a program by a scheme of its own, and many an address
    // (http://[::1]:8080) cannot be written as a source at all. A list would have to allow everything.
    if (!leads_to_application) policy += "; form-action 'self'";
    // Of whom, only their addresses say, and not every one can be written here.
    if (has_frames) policy += "; frame-src https: http:";
    const std::string_view frames = frames_of(settings, leads_to_application);
    if (text::iequals(frames, "deny")) policy += "; frame-ancestors 'none'";
    else if (!text::iequals(frames, "unset")) policy += "; frame-ancestors 'self'";
    return policy;
}

// A page may show what is nobody else's business, so that no cache keeps it, not even the browser's own.
void add_page_headers(Raw& raw, const config::Settings& settings, bool leads_to_application, bool has_frames = false)
{
    raw.headers.emplace_back("Cache-Control", "no-store");
    raw.headers.emplace_back("Content-Security-Policy", content_policy(settings, leads_to_application, has_frames));
    raw.headers.emplace_back("X-Content-Type-Options", "nosniff");
    raw.headers.emplace_back("Referrer-Policy", "same-origin");
    // A page on the way back to an application may be a popup that it has opened, and that must find it again.
    if (!leads_to_application) raw.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
    if (const auto frames = frames_of(settings, leads_to_application); !text::iequals(frames, "unset"))
        raw.headers.emplace_back("X-Frame-Options", frames);
}

std::string notice_header(const Call& call, std::string_view code)
{
    return http::to_set_cookie({.name = notice_cookie,
                                .value = code,
                                .max_age = std::chrono::seconds(code.empty() ? 0 : 60),
                                .secure = call.settings().session.cookie_secure});
}

std::string_view title_of(Errc code)
{
    switch (code) {
    case Errc::not_found: return "Not found";
    case Errc::forbidden: return "Not allowed";
    case Errc::too_many_requests:
    case Errc::unavailable: return "Too busy";
    case Errc::storage_full: return "No room left";
    default: return "That did not work";
    }
}

Raw make_page(const Call& call, const PageHead& head, TemplateValues& values)
{
    values.add("site", site_values(call));
    values.add("title", head.title);
    Layout layout{
        .title = head.title, .content = render(head.file, values), .wide = head.wide, .has_tabs = !head.tab.empty()};
    if (!head.tab.empty())
        for (const auto& [path, label] : settings_tabs)
            layout.tabs.push_back(
                {.path = std::string(path), .label = std::string(label), .current = path == head.tab});
    const auto left = http::find_cookie(call.request.header("Cookie"), notice_cookie);
    if (const Notice* notice = left ? find_notice(*left) : nullptr) {
        layout.notice = notice->words;
        layout.notice_good = notice->good;
    }
    values.add(layout);
    Raw raw{.body = render("layout", values),
            .content_type = "text/html; charset=utf-8",
            .status = head.status,
            .headers = {}};
    add_page_headers(raw, call.settings(), head.leads_to_application, head.has_frames);
    if (left) raw.headers.emplace_back("Set-Cookie", notice_header(call, ""));
    return raw;
}

} // namespace

Raw page_of(Call& call, const PageHead& head, TemplateValues& values) { return make_page(call, head, values); }

Raw see_other(const Call& call, std::string_view address)
{
    return {.body = {},
            .content_type = {},
            .status = 303,
            .headers = {{"Location", address_of(call.settings(), address)}, {"Cache-Control", "no-store"}}};
}

void leave_notice(Call& call, std::string_view code)
{
    if (find_notice(code) == nullptr) throw std::logic_error("there is no notice " + std::string(code));
    call.reply_headers.emplace_back("Set-Cookie", notice_header(call, code));
}

http::Response refuse_page(const Call& call, const Error& error)
{
    auto location = error.location;
    if (error.code == Errc::unauthorized) {
        location = "/user/login";
        if (call.operation.method == api::Method::GET)
            location += "?redirect_to=" + http::encode_query(call.request.target);
    }
    http::Response response{.status = 303, .headers = {}, .body = {}};
    if (!location.empty()) {
        if (!error.location.empty()) response.status = api::http_status(error.code);
        response.set("Location", address_of(call.settings(), location));
        response.set("Cache-Control", "no-store");
        return response;
    }
    response.status = api::http_status(error.code);
    TemplateValues values;
    values.add(ErrorPage{
        .status = std::to_string(response.status), .message = sentence(error.message), .request_id = call.request.id});
    auto raw = make_page(call, {.file = "error", .title = std::string(title_of(error.code))}, values);
    response.headers = std::move(raw.headers);
    response.set("Content-Type", std::move(raw.content_type));
    if (const int wait = error.code == Errc::unavailable ? 1 : error.retry_after; wait > 0)
        response.set("Retry-After", std::to_string(wait));
    response.body = std::move(raw.body);
    return response;
}

std::string sentence(std::string_view words)
{
    std::string out(words);
    if (out.empty()) return out;
    out.front() = text::to_upper(out.front());
    if (std::string_view(".!?").find(out.back()) == std::string_view::npos) out += '.';
    return out;
}

std::string address_of(const config::Settings& settings, std::string_view path)
{
    return root_of(settings) + std::string(path);
}

} // namespace cairn::pages
