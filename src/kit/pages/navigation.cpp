#include "pages/navigation.hpp"

#include "config/settings.hpp"
#include "http/url.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

bool has_oauth2(const api::Call& call) { return call.settings().oauth2.enabled; }

// clang-format off
constexpr Entry settings_entries[] = {
    {"/user/settings",                   "person",   Phrase("Profile"),       Phrase("Settings")},
    {"/user/settings/account",           "mail",     Phrase("Account")},
    {"/user/settings/appearance",        "eye",      Phrase("Appearance")},
    {"/user/settings/notifications",     "bell",     Phrase("Notifications")},
    {"/user/settings/replies",           "comment",  Phrase("Saved replies")},
    {"/user/settings/security",          "shield",   Phrase("Security")},
    {"/user/settings/applications",      "terminal", Phrase("Applications")},
    {"/user/settings/keys",              "key",      Phrase("Keys")},
    {"/user/settings/organization",      "org",      Phrase("Organizations")},
    {"/user/settings/repos",             "repo",     Phrase("Repositories")},
    {"/user/settings/packages",          "package",  Phrase("Packages")},
    {"/user/settings/export",            "download", Phrase("Your data")},
    {"/user/settings/hooks",             "link",     Phrase("Webhooks")},
    {"/user/settings/blocked_users",     "stop",     Phrase("Blocked people")},
    {"/user/settings/actions/runners",   "runner",   Phrase("Runners"),       Phrase("Actions")},
    {"/user/settings/actions/secrets",   "lock",     Phrase("Secrets")},
    {"/user/settings/actions/variables", "code",     Phrase("Variables")},
};

constexpr Entry administration_entries[] = {
    {"/-/admin",                  "pulse",    Phrase("Overview"),      Phrase("Site")},
    {"/-/admin/config",           "gear",     Phrase("Configuration")},
    {"/-/admin/monitor/cron",     "clock",    Phrase("Tasks")},
    {"/-/admin/monitor/queue",    "history",  Phrase("Work in hand")},
    {"/-/admin/audit",            "shield",   Phrase("Audit trail")},
    {"/-/admin/notices",          "info",     Phrase("Notices")},
    {"/-/admin/self_check",       "check-round", Phrase("Self-check")},
    {"/-/admin/monitor/stats",    "scale",    Phrase("Numbers")},
    {"/-/admin/users",            "person",   Phrase("People"),        Phrase("Accounts")},
    {"/-/admin/orgs",             "org",      Phrase("Organizations")},
    {"/-/admin/emails",           "mail",     Phrase("E-mail addresses")},
    {"/-/admin/auths",            "key",      Phrase("Sign-in sources")},
    {"/-/admin/applications",     "terminal", Phrase("Applications"),  {}, has_oauth2},
    {"/-/admin/repos",            "repo",     Phrase("Repositories"),  Phrase("Content")},
    {"/-/admin/packages",         "package",  Phrase("Packages")},
    {"/-/admin/hooks",            "link",     Phrase("Webhooks")},
    {"/-/admin/actions/runners",  "runner",   Phrase("Runners"),       Phrase("Actions")},
    {"/-/admin/actions/variables", "code",    Phrase("Variables")},
};
// clang-format on

// The path with the page's own values; nothing of it is encoded, as templates do that.
std::string filled(const api::Call& call, std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        const auto open = path.find('{');
        out += path.substr(0, open);
        if (open == path.npos) break;
        const auto close = path.find('}', open);
        out += http::encode_path_segment(call.segment(path.substr(open + 1, close - open - 1)));
        path.remove_prefix(close + 1);
    }
    return out;
}

bool leads_to(std::string_view path, std::string_view page)
{
    return page.starts_with(path) && (page.size() == path.size() || page[path.size()] == '/');
}

} // namespace

Navigation navigation(const api::Call& call, Phrase name, std::span<const Entry> rows, std::string_view current)
{
    const auto& kit = call.site.get<Kit>();
    const auto& language = language_of(call);
    if (current.empty())
        for (const Entry& row : rows)
            if (leads_to(row.path, call.operation.path) && row.path.size() > current.size()) current = row.path;
    Navigation made{.name = std::string(language.text(name))};
    Phrase group;
    bool fresh = true;
    for (const Entry& row : rows) {
        if (!row.group.empty()) {
            group = row.group;
            fresh = true;
        }
        if (!kit.has_page(row.path) || (row.shown != nullptr && !row.shown(call))) continue;
        // A group without a page has no heading either.
        if (fresh) made.groups.push_back({.title = group.empty() ? "" : std::string(language.text(group))});
        fresh = false;
        made.groups.back().entries.push_back({.address = filled(call, row.path),
                                              .icon = std::string(row.icon),
                                              .words = std::string(language.text(row.words)),
                                              .current = row.path == current});
    }
    return made;
}

Navigation settings_navigation(const api::Call& call, std::string_view current)
{
    return navigation(call, Phrase("Settings"), settings_entries, current);
}

Navigation administration_navigation(const api::Call& call, std::string_view current)
{
    return navigation(call, Phrase("Administration"), administration_entries, current);
}

} // namespace cairn::pages
