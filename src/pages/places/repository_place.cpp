#include "pages/places/repository_place.hpp"

#include "api/view.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/kit.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"
#include "projects/project_list.hpp"
#include "repositories/social/star.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::pages {

using access::Unit;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

bool reads_code(const RepositoryContext& place) { return place.access.reads(Unit::code); }
bool reads_issues(const RepositoryContext& place) { return place.access.reads(Unit::issues); }
bool reads_pulls(const RepositoryContext& place) { return place.access.reads(Unit::pulls); }
bool reads_actions(const RepositoryContext& place) { return place.access.reads(Unit::actions); }
bool reads_packages(const RepositoryContext& place) { return place.access.reads(Unit::packages); }
bool reads_projects(const RepositoryContext& place) { return place.access.reads(Unit::projects); }
bool reads_releases(const RepositoryContext& place) { return place.access.reads(Unit::releases); }
bool reads_wiki(const RepositoryContext& place)
{
    // The page leads on to one that is elsewhere.
    return place.access.reads(Unit::wiki) || place.access.reads(Unit::ext_wiki);
}
bool administers(const RepositoryContext& place) { return place.access.administers(); }

// What workflows are given is the owner's alone.
bool owns(const api::Call& call)
{
    const auto* place = static_cast<const RepositoryContext*>(call.loaded(&api::tag<RepositoryContext>));
    return place == nullptr || place->access.owns();
}

std::int64_t open_issues(db::Queries&, const RepositoryContext& place) { return place.repository.open_issues_count; }
std::int64_t open_pulls(db::Queries&, const RepositoryContext& place) { return place.repository.open_pulls_count; }
std::int64_t open_projects(db::Queries& db, const RepositoryContext& place)
{
    return projects::count_open(db, {.repository_id = place.repository.id});
}
std::int64_t releases(db::Queries&, const RepositoryContext& place) { return place.repository.release_count; }

// A tab, the page that it leads to (below the repository), who sees it, and the number beside it.
struct TabRow {
    RepositoryTab tab;
    std::string_view path;
    std::string_view icon;
    Phrase words;
    bool (*shown)(const RepositoryContext&);
    std::int64_t (*count)(db::Queries&, const RepositoryContext&) = nullptr;
};
// clang-format off
constexpr TabRow tab_rows[] = {
    {RepositoryTab::code,     "",          "code",    Phrase("Code"),          reads_code},
    {RepositoryTab::issues,   "/issues",   "issue",   Phrase("Issues"),        reads_issues,   open_issues},
    {RepositoryTab::pulls,    "/pulls",    "pull",    Phrase("Pull requests"), reads_pulls,    open_pulls},
    {RepositoryTab::actions,  "/actions",  "play",    Phrase("Actions"),       reads_actions},
    {RepositoryTab::packages, "/packages", "package", Phrase("Packages"),      reads_packages},
    {RepositoryTab::projects, "/projects", "board",   Phrase("Projects"),      reads_projects, open_projects},
    {RepositoryTab::releases, "/releases", "tag",     Phrase("Releases"),      reads_releases, releases},
    {RepositoryTab::wiki,     "/wiki",     "book",    Phrase("Wiki"),          reads_wiki},
    {RepositoryTab::activity, "/activity", "pulse",   Phrase("Activity"),      reads_code},
    {RepositoryTab::settings, "/settings", "gear",    Phrase("Settings"),      administers},
};

constexpr Entry settings_entries[] = {
    {"/{owner}/{repo}/settings",                   "gear",    Phrase("General"),       Phrase("Settings")},
    {"/{owner}/{repo}/settings/collaboration",     "people",  Phrase("Collaborators")},
    {"/{owner}/{repo}/settings/public_access",     "globe",   Phrase("Open to everybody")},
    {"/{owner}/{repo}/settings/branches",          "branch",  Phrase("Branches")},
    {"/{owner}/{repo}/settings/tags",              "tag",     Phrase("Tags")},
    {"/{owner}/{repo}/settings/hooks",             "link",    Phrase("Webhooks")},
    {"/{owner}/{repo}/settings/keys",              "key",     Phrase("Deploy keys")},
    {"/{owner}/{repo}/settings/lfs",               "server",  Phrase("Large files")},
    {"/{owner}/{repo}/settings/actions/general",   "play",    Phrase("General"),       Phrase("Actions")},
    {"/{owner}/{repo}/settings/actions/runners",   "runner",  Phrase("Runners"), {}, owns},
    {"/{owner}/{repo}/settings/actions/secrets",   "lock",    Phrase("Secrets"), {}, owns},
    {"/{owner}/{repo}/settings/actions/variables", "code",    Phrase("Variables"), {}, owns},
};
// clang-format on

std::string parent_of(const api::Call& call, const repositories::StoredRepository& repository)
{
    if (repository.fork_of == 0) return {};
    const auto parent = repositories::find_repository(call.db(), repository.fork_of);
    if (!parent || !access::access_to(call.db(), access::Viewer::of(call.caller), parent->facts()).sees()) return {};
    const auto owner = accounts::find_account(call.db(), parent->owner_id);
    return owner ? owner->name + "/" + parent->name : std::string();
}

// Whoever shows a card of the page reads it from elsewhere.
std::string picture_of(const api::Call& call, const RepositoryContext& context)
{
    const auto& root = call.settings().server.root_url;
    if (!context.repository.avatar.empty()) return root + "repo-avatars/" + context.repository.avatar;
    return context.owner.avatar.empty() ? std::string() : root + "avatars/" + context.owner.avatar;
}

} // namespace

RepositoryPlace repository_place(const api::Call& call, const RepositoryContext& context, RepositoryTab current)
{
    const auto& repository = context.repository;
    const auto audience = static_cast<access::Audience>(repository.audience);
    RepositoryPlace place{.owner = context.owner.name,
                          .name = repository.name,
                          .owner_avatar = avatar_address(context.owner),
                          .description = repository.description,
                          .picture = picture_of(call, context),
                          .has_feeds = call.settings().other.enable_feed,
                          .owner_is_organization = context.owner.kind == accounts::AccountKind::organization,
                          .private_ = repository.private_,
                          .internal = !repository.private_ && audience != access::Audience::everyone,
                          .template_ = repository.template_,
                          .mirror = repository.mirror,
                          .archived = repository.archived(),
                          .parent = parent_of(call, repository),
                          .watchers = repository.watchers_count,
                          .stars = repository.stars_count,
                          .forks = repository.forks_count};
    const auto& kit = call.site.get<Kit>();
    if (!call.caller.anonymous()) {
        place.can_watch = kit.has_action("/{owner}/{repo}/action/watch");
        place.can_star = !call.settings().repository.disable_stars && kit.has_action("/{owner}/{repo}/action/star");
        place.can_fork = reads_code(context) && kit.has_page("/{owner}/{repo}/fork");
        place.watched = repositories::is_watching(call.db(), call.caller.id, repository.id);
        place.starred = place.can_star && repositories::has_star(call.db(), call.caller.id, repository.id);
    }
    const auto& in = language_of(call);
    const auto base = repository_address(place.owner, place.name);
    place.tabs.reserve(std::size(tab_rows));
    for (const TabRow& row : tab_rows) {
        if (row.tab == RepositoryTab::packages && !call.settings().packages.enabled) continue;
        if (!row.shown(context) || !kit.has_page("/{owner}/{repo}" + std::string(row.path))) continue;
        place.tabs.push_back({.address = base + std::string(row.path),
                              .icon = std::string(row.icon),
                              .words = in.say(row.words),
                              .current = row.tab == current,
                              .count = row.count == nullptr ? 0 : row.count(call.db(), context)});
    }
    return place;
}

Navigation repository_settings_navigation(const api::Call& call)
{
    return navigation(call, Phrase("Settings"), settings_entries);
}

} // namespace cairn::pages

template <> const cairn::Type& cairn::type_of<cairn::pages::RepositoryPlace>()
{
    return detail::type<cairn::pages::RepositoryPlace>;
}
