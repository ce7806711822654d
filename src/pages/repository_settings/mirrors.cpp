// What the settings of a repository do about its mirrors: the one that it is, and those that follow it.
#include "accounts/sign_in/in_person.hpp"
#include "config/settings.hpp"
#include "mirrors/pull.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/repository_settings/general.hpp"
#include "pages/repository_settings/tables.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using mirrors::CreatePushMirrorOption;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice mirror_saved{"mirror-saved", Phrase("The mirror is saved.")};
const Notice mirror_asked{"mirror-asked", Phrase("The mirror is brought up to date in a moment.")};
const Notice mirror_added{"mirror-added", Phrase("The mirror is added.")};
const Notice mirrors_asked{"mirrors-asked", Phrase("All mirrors elsewhere are brought up to date in a moment.")};
const Notice mirror_removed{"mirror-removed", Phrase("The mirror elsewhere is followed no more.")};

struct PushMirrorQuery {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PushMirrorQuery, (), (name))
constexpr auto notes(const PushMirrorQuery*) { return std::array{Note{"name", "what the mirror is called here"}}; }

struct RemoveMirrorView {
    PageHead head{};
    RepositoryPlace place;
    Navigation navigation{};
    std::string base;
    std::string remote_name;
    std::string address;
};
BOOST_DESCRIBE_STRUCT(RemoveMirrorView, (), (head, place, navigation, base, remote_name, address))

std::string mirrors_address(const RepositoryContext& place) { return repository_address(place) + "/settings#mirrors"; }

Result<Done> save(Call& call, const RepositoryContext& place, Body<PullMirrorForm> form)
{
    repositories::EditRepoOption wanted;
    wanted.mirror_interval = form->mirror_interval;
    wanted.enable_prune = form->enable_prune;
    wanted.mirror_username = form->mirror_username;
    // It is never shown, so an empty field says nothing.
    if (form->mirror_password && !form->mirror_password->empty()) wanted.mirror_password = form->mirror_password;
    TRY(at("mirror_interval", repositories::edit_repository(call, place, wanted)));
    return done(mirrors_address(place), mirror_saved);
}

Result<Done> sync(Call& call, const RepositoryContext& place)
{
    TRY(mirrors::sync_pull_mirror(call, place));
    return done(mirrors_address(place), mirror_asked);
}

Result<Done> add(Call& call, const RepositoryContext& place, Body<CreatePushMirrorOption> form)
{
    static_cast<void>(TRY(at("interval", repositories::check_interval(call.settings(), form->interval))));
    TRY(at("remote_address", mirrors::add_push_mirror(call, place, form.value)));
    return done(mirrors_address(place), mirror_added);
}

Result<Done> sync_all(Call& call, const RepositoryContext& place)
{
    TRY(mirrors::sync_push_mirrors(call, place));
    return done(mirrors_address(place), mirrors_asked);
}

Result<RemoveMirrorView> show_remove(Call& call, const RepositoryContext& place, Query<PushMirrorQuery> query)
{
    const auto mirror = TRY(mirrors::find_push_mirror(call.db(), place.repository.id, query->name));
    return RemoveMirrorView{.head = {.values = {{"name", mirror.remote_name}}},
                            .place = repository_place(call, place, RepositoryTab::settings),
                            .navigation = repository_settings_navigation(call),
                            .base = repository_address(place) + "/settings",
                            .remote_name = mirror.remote_name,
                            .address = mirror.remote_address};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Query<PushMirrorQuery> query)
{
    mirrors::remove_push_mirror(call, place, query->name);
    return done(mirrors_address(place), mirror_removed);
}

using accounts::in_person;
using repositories::administers_live_repository;
using repositories::administers_repository;
constexpr auto& remove_page =
    shows<show_remove, "repository_settings/remove_mirror", "repoGetPushMirrorByRemoteName repoDeletePushMirror">;

// clang-format off
constexpr Operation mirror_operations[] = {
    {POST, "/{owner}/{repo}/settings/mirror",              scope::none, administers_repository,                 does<save, general_settings_page>, 303, "siteSaveMirror",      "Change how a mirror is brought up to date"},
    {POST, "/{owner}/{repo}/settings/mirror/sync",         scope::none, administers_live_repository,            does<sync>,                        303, "siteSyncMirror",      "Bring a mirror up to date"},
    {POST, "/{owner}/{repo}/settings/push_mirrors",        scope::none, in_person<administers_live_repository>, does<add, general_settings_page>,  303, "siteAddPushMirror",   "Mirror a repository to elsewhere"},
    {POST, "/{owner}/{repo}/settings/push_mirrors/sync",   scope::none, administers_live_repository,            does<sync_all>,                    303, "siteSyncPushMirrors", "Bring the mirrors elsewhere up to date"},
    {GET,  "/{owner}/{repo}/settings/push_mirrors/delete", scope::none, administers_repository,                 remove_page,                       200, "siteRemovePushMirror",  "Ask whether to mirror no longer to elsewhere"},
    {POST, "/{owner}/{repo}/settings/push_mirrors/delete", scope::none, administers_repository,                 does<remove>,                      303, "sitePushMirrorRemoved", "Mirror no longer to elsewhere"},
};
// clang-format on
static_assert(well_formed(mirror_operations));

} // namespace

const Table repository_mirrors_table{"site", mirror_operations, Door::site, refuse_page};

} // namespace cairn::pages
