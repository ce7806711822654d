#include "pages/places/owner_place.hpp"

#include "api/view.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "pages/kit.hpp"
#include "pages/places/avatar_address.hpp"
#include "projects/project_list.hpp"
#include "repositories/exploring.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

enum class Who : std::uint8_t { anybody, member, owner };

struct TabRow {
    std::string_view path; // {} is the account's name
    std::string_view icon;
    Phrase words;
    Who who = Who::anybody;
    std::int64_t (*count)(const api::Call&, const accounts::Account&) = nullptr;
    bool elsewhere = false; // a link on the page leads there: it is a tab only while it is shown
};

std::int64_t open_projects(const api::Call& call, const accounts::Account& account)
{
    return projects::count_open(call.db(), {.owner_id = account.id});
}

// What the reader may see of them.
std::int64_t repositories_of(const api::Call& call, const accounts::Account& account)
{
    return repositories::count_explored(call, {.owner_id = account.id});
}
std::int64_t stars_of(const api::Call& call, const accounts::Account& account)
{
    return account.starred_repos_count == 0 ? 0 : repositories::count_explored(call, {.starred_by = account.id});
}

// clang-format off
constexpr TabRow organization_tabs[] = {
    {"/{}",               "repo",      Phrase("Repositories"),   Who::anybody, repositories_of},
    {"/{}/-/projects",    "board",     Phrase("Projects"),       Who::anybody, open_projects},
    {"/{}/-/packages",    "package",   Phrase("Packages")},
    {"/org/{}/members",   "people",    Phrase("Members")},
    {"/org/{}/teams",     "org",       Phrase("Teams"),          Who::member},
    {"/org/{}/issues",    "issue",     Phrase("Issues"),         Who::member},
    {"/org/{}/pulls",     "pull",      Phrase("Pull requests"),  Who::member},
    {"/org/{}/milestones", "milestone", Phrase("Milestones"),    Who::member},
    {"/org/{}/worktime",  "clock",     Phrase("Worktime"),       Who::owner},
    {"/org/{}/settings",  "gear",      Phrase("Settings"),       Who::owner},
};
constexpr TabRow person_tabs[] = {
    {"/{}",                  "book",    Phrase("Overview")},
    {"/{}?tab=repositories", "repo",    Phrase("Repositories"), Who::anybody, repositories_of},
    {"/{}/-/projects",       "board",   Phrase("Projects"),     Who::anybody, open_projects},
    {"/{}/-/packages",       "package", Phrase("Packages")},
    {"/{}?tab=stars",        "star",    Phrase("Stars"),        Who::anybody, stars_of},
    {"/{}?tab=activity",     "pulse",   Phrase("Activity")},
    {"/{}?tab=followers",    "people",  Phrase("Followers"),    Who::anybody, nullptr, true},
    {"/{}?tab=following",    "people",  Phrase("Following"),    Who::anybody, nullptr, true},
};

constexpr Entry settings_entries[] = {
    {"/org/{org}/settings",                   "gear",     Phrase("General"),        Phrase("Settings")},
    {"/org/{org}/settings/labels",            "tag",      Phrase("Labels")},
    {"/org/{org}/settings/hooks",             "link",     Phrase("Webhooks")},
    {"/org/{org}/settings/applications",      "terminal", Phrase("Applications")},
    {"/org/{org}/settings/packages",          "package",  Phrase("Packages")},
    {"/org/{org}/settings/blocked_users",     "stop",     Phrase("Blocked people")},
    {"/org/{org}/settings/actions/runners",   "runner",   Phrase("Runners"),        Phrase("Actions")},
    {"/org/{org}/settings/actions/secrets",   "lock",     Phrase("Secrets")},
    {"/org/{org}/settings/actions/variables", "code",     Phrase("Variables")},
};
// clang-format on

std::string with_name(std::string_view path, std::string_view name)
{
    std::string out(path);
    return out.replace(out.find("{}"), 2, http::encode_path_segment(name));
}

OwnerPlace place_of(const api::Call& call, const accounts::Account& account, std::span<const TabRow> rows, Who reader,
                    std::string_view current)
{
    OwnerPlace place{.name = account.name,
                     .full_name = account.full_name,
                     .avatar = avatar_address(account),
                     .description = account.description,
                     .website = account.website,
                     .location = account.location,
                     .has_feeds = call.settings().other.enable_feed,
                     .organization = account.kind == accounts::AccountKind::organization,
                     .hidden = account.visibility != accounts::Visibility::public_,
                     .oneself = account.id == call.caller.id,
                     .created_at = account.created_at};
    const auto& kit = call.site.get<Kit>();
    const auto& in = language_of(call);
    for (const TabRow& row : rows) {
        const auto page = row.path.substr(0, row.path.find('?'));
        if (row.who > reader || !kit.has_page(page)) continue;
        if (row.elsewhere && row.path != current) continue;
        if (row.icon == "package" && !call.settings().packages.enabled) continue;
        if (row.icon == "clock" && !call.settings().service.enable_timetracking) continue;
        place.tabs.push_back({.address = with_name(row.path, account.name),
                              .icon = std::string(row.icon),
                              .words = in.say(row.words),
                              .current = row.path == current,
                              .count = row.count == nullptr ? 0 : row.count(call, account)});
    }
    return place;
}

} // namespace

OwnerPlace organization_place(const api::Call& call, const accounts::Account& organization, const Standing& standing,
                              std::string_view current)
{
    const auto who = standing.owner ? Who::owner : standing.member ? Who::member : Who::anybody;
    return place_of(call, organization, organization_tabs, who, current);
}

OwnerPlace person_place(const api::Call& call, const accounts::Account& person, std::string_view current)
{
    return place_of(call, person, person_tabs, Who::anybody, current);
}

Navigation organization_settings_navigation(const api::Call& call)
{
    return navigation(call, Phrase("Settings"), settings_entries);
}

} // namespace cairn::pages
