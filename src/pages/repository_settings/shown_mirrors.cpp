#include "pages/repository_settings/shown_mirrors.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/places/repository_address.hpp"
#include "remotes/credentials.hpp"
#include "repositories/lifecycle/interval.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::pages {

using repositories::RepositoryContext;

namespace {

// As many as a repository can have.
constexpr std::int64_t most_pushes = 50;

ShownPushMirror show_push(const mirrors::StoredPushMirror& mirror)
{
    return {.remote_name = mirror.remote_name,
            .address = mirror.remote_address,
            .interval = mirror.interval_seconds == 0 ? "" : repositories::show_interval(mirror.interval_seconds),
            .sync_on_commit = mirror.sync_on_commit,
            .was_tried = mirror.updated_at.seconds != 0,
            .tried_at = mirror.updated_at,
            .last_error = mirror.last_error};
}

} // namespace

MirrorsView show_mirrors(const api::Call& call, const RepositoryContext& place, Form<PullMirrorForm> pull_form,
                         Form<mirrors::CreatePushMirrorOption> push_form)
{
    const auto& settings = call.settings();
    MirrorsView view{.base = repository_address(place) + "/settings",
                     .may_sync = settings.mirror.enabled && !place.repository.archived(),
                     .may_add =
                         settings.mirror.enabled && !settings.mirror.disable_new_push && !place.repository.archived(),
                     .pull_form = std::move(pull_form),
                     .push_form = std::move(push_form)};
    if (const auto mirror = repositories::find_pull_mirror(call.db(), place.repository.id)) {
        view.pull = {.address = mirror->remote_address,
                     .synced_at = mirror->synced_at,
                     .next_at = mirror->next_at,
                     .last_error = mirror->last_error};
        view.pull_form.begin_with(
            {.mirror_interval = repositories::show_interval(mirror->interval_seconds),
             .enable_prune = mirror->prune,
             .mirror_username = remotes::open(settings, mirror->credentials, place.repository.id).name,
             .mirror_password = {}});
    }
    const auto found = mirrors::list_push_mirrors(call.db(), place.repository.id, {.limit = most_pushes});
    for (const auto& mirror : found.items) view.pushes.push_back(show_push(mirror));
    view.push_form.begin_with({.remote_address = {},
                               .remote_username = {},
                               .remote_password = {},
                               .interval = repositories::show_interval(settings.mirror.default_interval),
                               .sync_on_commit = true});
    view.offered = view.may_add || view.pull || !view.pushes.empty();
    return view;
}

} // namespace cairn::pages
