#include "pages/explore/explore_tabs.hpp"

#include "accounts/user_search.hpp"
#include "api/view.hpp"
#include "organizations/affiliation.hpp"
#include "pages/kit.hpp"
#include "repositories/exploring.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

std::int64_t count_people(const api::View& view)
{
    accounts::SearchUsers all;
    all.limit = 1;
    return accounts::search_users(view, all).people.total;
}

std::int64_t count_organizations(const api::View& view)
{
    return organizations::search_directory(view, {.limit = 1}, {}).total;
}

struct TabRow {
    ExploreTab tab;
    std::string_view path;
    std::string_view icon;
    Phrase words;
    std::int64_t (*count)(const api::View&) = nullptr;
};
// clang-format off
constexpr TabRow rows[] = {
    {ExploreTab::repositories,  "/explore/repos",         "repo",   Phrase("Repositories"),  repositories::count_seen},
    {ExploreTab::people,        "/explore/users",         "person", Phrase("People"),        count_people},
    {ExploreTab::organizations, "/explore/organizations", "org",    Phrase("Organizations"), count_organizations},
    {ExploreTab::code,          "/explore/code",          "code",   Phrase("Code")},
};
// clang-format on

} // namespace

std::vector<ShownEntry> explore_tabs(const api::Call& call, ExploreTab current)
{
    const auto& in = language_of(call);
    std::vector<ShownEntry> tabs;
    for (const TabRow& row : rows)
        tabs.push_back({.address = std::string(row.path),
                        .icon = std::string(row.icon),
                        .words = in.say(row.words),
                        .current = row.tab == current,
                        .count = row.count == nullptr ? 0 : row.count(call)});
    return tabs;
}

} // namespace cairn::pages
