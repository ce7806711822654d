#include "pages/repository_settings/general.hpp"

#include "config/settings.hpp"
#include "pages/places/repository_address.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/offered_transfer.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::pages {

using access::Unit;
using repositories::RepositoryContext;
using repositories::StoredRepository;

namespace {

RepositoryNameForm name_form(const StoredRepository& repository)
{
    std::string topics;
    for (const auto& topic : repositories::topics_of(repository)) topics += (topics.empty() ? "" : ", ") + topic;
    return {.name = repository.name,
            .description = repository.description,
            .website = repository.website,
            .topics = std::move(topics),
            .template_ = repository.template_};
}

RepositoryUnitsForm units_form(const StoredRepository& repository)
{
    const auto on = repository.enabled();
    const bool issues_elsewhere = on.has(Unit::ext_issues);
    const bool wiki_elsewhere = on.has(Unit::ext_wiki);
    return {.has_code = on.has(Unit::code),
            .has_issues = on.has(Unit::issues) || issues_elsewhere,
            .issues_elsewhere = issues_elsewhere,
            .enable_time_tracker = repository.time_tracker,
            .allow_only_contributors_to_track_time = repository.only_contributors_track_time,
            .enable_issue_dependencies = repository.issue_dependencies,
            .external_tracker_url = repository.external_tracker_url,
            .external_tracker_format = repository.external_tracker_format,
            .external_tracker_style = repository.external_tracker_style,
            .external_tracker_regexp_pattern = repository.external_tracker_pattern,
            .has_pull_requests = on.has(Unit::pulls),
            .has_projects = on.has(Unit::projects),
            .projects_mode = repository.projects_mode,
            .has_releases = on.has(Unit::releases),
            .has_wiki = on.has(Unit::wiki) || wiki_elsewhere,
            .wiki_elsewhere = wiki_elsewhere,
            .external_wiki_url = repository.external_wiki_url,
            .has_packages = on.has(Unit::packages),
            .has_actions = on.has(Unit::actions)};
}

RepositoryMergingForm merging_form(const StoredRepository& repository)
{
    return {.allow_merge_commits = repository.allow_merge_commits,
            .allow_rebase = repository.allow_rebase,
            .allow_rebase_explicit = repository.allow_rebase_explicit,
            .allow_squash_merge = repository.allow_squash_merge,
            .allow_fast_forward_only_merge = repository.allow_fast_forward_only_merge,
            .allow_manual_merge = repository.allow_manual_merge,
            .autodetect_manual_merge = repository.autodetect_manual_merge,
            .default_merge_style = repository.default_merge_style,
            .allow_merge_update = repository.allow_merge_update,
            .allow_rebase_update = repository.allow_rebase_update,
            .default_update_style = repository.default_update_style,
            .default_delete_branch_after_merge = repository.default_delete_branch_after_merge,
            .default_allow_maintainer_edit = repository.default_allow_maintainer_edit,
            .ignore_whitespace_conflicts = repository.ignore_whitespace_conflicts};
}

OfferedUnits offered_units(const config::Settings& settings)
{
    const auto units = repositories::available_units(settings);
    return {.issues = units.has(Unit::issues),
            .pulls = units.has(Unit::pulls),
            .projects = units.has(Unit::projects),
            .releases = units.has(Unit::releases),
            .wiki = units.has(Unit::wiki),
            .packages = units.has(Unit::packages),
            .actions = units.has(Unit::actions),
            .elsewhere = units.has(Unit::ext_issues),
            .wiki_elsewhere = units.has(Unit::ext_wiki)};
}

RepositoryDanger danger_of(const api::Call& call, const RepositoryContext& place)
{
    const auto& repository = place.repository;
    const auto offer = repositories::offered_transfer(call, place);
    const bool owns = place.access.owns();
    return {.visibility = repositories::can_change_privacy(call, repository),
            .transfer = owns && !offer,
            .offered_to = owns && offer ? offer->recipient.name : "",
            .archive = !repository.mirror,
            .convert_mirror = owns && repository.mirror,
            .convert_fork = owns && repository.fork_of != 0,
            .remove = owns};
}

} // namespace

Result<RepositoryGeneralView> show_general_settings(
    api::Call& call, const RepositoryContext& place, Form<RepositoryNameForm> form,
    Form<RepositoryPictureForm> picture_form, Form<RepositoryUnitsForm> units, Form<RepositoryMergingForm> merging,
    Form<RepositoryTrustForm> trust, Form<PullMirrorForm> pull_form, Form<mirrors::CreatePushMirrorOption> push_form)
{
    const auto& repository = place.repository;
    form.begin_with(name_form(repository));
    units.begin_with(units_form(repository));
    merging.begin_with(merging_form(repository));
    trust.begin_with({.trust_model = repository.trust_model});
    return RepositoryGeneralView{.place = repository_place(call, place, RepositoryTab::settings),
                                 .navigation = repository_settings_navigation(call),
                                 .base = repository_address(place) + "/settings",
                                 .picture = repository.avatar.empty() ? "" : "/repo-avatars/" + repository.avatar,
                                 .form = std::move(form),
                                 .picture_form = std::move(picture_form),
                                 .offered = offered_units(call.settings()),
                                 .units = std::move(units),
                                 .has_pulls = repository.enabled().has(Unit::pulls),
                                 .merging = std::move(merging),
                                 .trust = std::move(trust),
                                 .usual_trust =
                                     std::string(word_of(call.settings().repository_signing.default_trust_model)),
                                 .mirrors = show_mirrors(call, place, std::move(pull_form), std::move(push_form)),
                                 .danger = danger_of(call, place)};
}

} // namespace cairn::pages
