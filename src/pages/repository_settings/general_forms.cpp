// What the forms on the first page of a repository's settings do.
#include <algorithm>

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/repository_settings/general.hpp"
#include "pages/repository_settings/tables.hpp"
#include "repositories/avatar.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using access::Unit;
using repositories::EditRepoOption;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice repository_saved{"repository-saved", Phrase("The repository is saved.")};
const Notice units_saved{"repository-units-saved", Phrase("The parts of the repository are saved.")};
const Notice merging_saved{"repository-merging-saved", Phrase("The ways to merge are saved.")};
const Notice trust_saved{"repository-trust-saved", Phrase("Whose signatures are trusted is saved.")};
const Notice picture_saved{"repository-picture-saved", Phrase("The picture is saved.")};
const Notice picture_removed{"repository-picture-removed", Phrase("The picture is removed.")};

std::string settings_address(const RepositoryContext& place) { return repository_address(place) + "/settings"; }

std::vector<std::string> words_in(std::string text)
{
    std::ranges::replace_if(text, [](char c) { return text::is_space(c); }, ',');
    std::vector<std::string> words;
    for (const auto word : text::split_list(text)) words.emplace_back(word);
    return words;
}

Result<Done> save(Call& call, const RepositoryContext& place, Body<RepositoryNameForm> form)
{
    // Before anything is written, so that a form that comes back has changed nothing.
    const repositories::RepoTopicOptions topics{.topics = words_in(form->topics)};
    if (const auto checked = repositories::check_topics(topics.topics); !checked)
        return fail(Errc::unprocessable, "[topics]: " + checked.error().message);
    EditRepoOption wanted;
    wanted.name = form->name;
    wanted.description = form->description;
    wanted.website = form->website;
    wanted.template_ = form->template_;
    const auto saved = TRY(at("name", repositories::edit_repository(call, place, wanted)));
    static_cast<void>(repositories::replace_topics(call, place, topics));
    return done(repository_address(place.owner.name, saved.name) + "/settings", repository_saved);
}

// Which field an address belongs to that was refused.
std::string_view field_of(const RepositoryUnitsForm& form, const Error& error)
{
    if (error.message.find("wiki") != std::string::npos) return "external_wiki_url";
    if (!form.issues_elsewhere.value_or(false)) return "";
    return error.message.find("format") != std::string::npos ? "external_tracker_format" : "external_tracker_url";
}

Result<Done> save_units(Call& call, const RepositoryContext& place, Body<RepositoryUnitsForm> form)
{
    EditRepoOption wanted;
    wanted.has_code = form->has_code;
    wanted.has_issues = form->has_issues;
    if (form->issues_elsewhere.value_or(false)) {
        wanted.external_tracker = {.external_tracker_url = form->external_tracker_url,
                                   .external_tracker_format = form->external_tracker_format,
                                   .external_tracker_style = form->external_tracker_style,
                                   .external_tracker_regexp_pattern = form->external_tracker_regexp_pattern};
    } else if (form->has_issues.value_or(false)) {
        const auto& now = place.repository;
        wanted.internal_tracker = {
            .enable_time_tracker = form->enable_time_tracker.value_or(now.time_tracker),
            .allow_only_contributors_to_track_time =
                form->allow_only_contributors_to_track_time.value_or(now.only_contributors_track_time),
            .enable_issue_dependencies = form->enable_issue_dependencies.value_or(now.issue_dependencies)};
    }
    wanted.has_pull_requests = form->has_pull_requests;
    wanted.has_projects = form->has_projects;
    wanted.projects_mode = form->projects_mode;
    wanted.has_releases = form->has_releases;
    wanted.has_wiki = form->has_wiki;
    if (form->wiki_elsewhere.value_or(false)) wanted.external_wiki = {.external_wiki_url = form->external_wiki_url};
    wanted.has_packages = form->has_packages;
    wanted.has_actions = form->has_actions;
    auto saved = repositories::edit_repository(call, place, wanted);
    if (!saved) {
        const auto field = field_of(form.value, saved.error());
        if (!field.empty()) return std::unexpected(about(field, std::move(saved).error()));
        return std::unexpected(std::move(saved).error());
    }
    return done(settings_address(place) + "#units", units_saved);
}

Result<Done> save_merging(Call& call, const RepositoryContext& place, Body<RepositoryMergingForm> form)
{
    EditRepoOption wanted;
    // What is said of merging would switch pull requests on where there are none.
    wanted.has_pull_requests = place.repository.enabled().has(Unit::pulls);
    wanted.allow_merge_commits = form->allow_merge_commits;
    wanted.allow_rebase = form->allow_rebase;
    wanted.allow_rebase_explicit = form->allow_rebase_explicit;
    wanted.allow_squash_merge = form->allow_squash_merge;
    wanted.allow_fast_forward_only_merge = form->allow_fast_forward_only_merge;
    wanted.allow_manual_merge = form->allow_manual_merge;
    wanted.autodetect_manual_merge = form->autodetect_manual_merge;
    wanted.default_merge_style = form->default_merge_style;
    wanted.allow_merge_update = form->allow_merge_update;
    wanted.allow_rebase_update = form->allow_rebase_update;
    wanted.default_update_style = form->default_update_style;
    wanted.default_delete_branch_after_merge = form->default_delete_branch_after_merge;
    wanted.default_allow_maintainer_edit = form->default_allow_maintainer_edit;
    wanted.ignore_whitespace_conflicts = form->ignore_whitespace_conflicts;
    TRY(repositories::edit_repository(call, place, wanted));
    return done(settings_address(place) + "#merging", merging_saved);
}

Result<Done> save_trust(Call& call, const RepositoryContext& place, Body<RepositoryTrustForm> form)
{
    repositories::choose_trust_model(call, place, form->trust_model);
    return done(settings_address(place) + "#signatures", trust_saved);
}

Result<Done> save_picture(Call& call, const RepositoryContext& place, Body<RepositoryPictureForm>)
{
    const auto content_type = call.request.header("Content-Type");
    if (TRY(body_format(content_type)) == BodyFormat::parts)
        for (const auto& part : TRY(split_parts(content_type, call.request.body, 10))) {
            if (!part.file_name || part.content.empty()) continue;
            TRY(at("picture", repositories::set_avatar(call, place, {.image = base64_encode(part.content)})));
            return done(settings_address(place) + "#picture", picture_saved);
        }
    return fail(Errc::unprocessable, "[picture]: choose a file");
}

Result<Done> remove_picture(Call& call, const RepositoryContext& place)
{
    repositories::remove_avatar(call, place);
    return done(settings_address(place) + "#picture", picture_removed);
}

constexpr ActionHandler with_file(ActionHandler handler)
{
    handler.carries_files = true;
    return handler;
}
constexpr auto picture_action = with_file(does<save_picture, general_settings_page>);
using repositories::administers_repository;

// clang-format off
constexpr Operation general_operations[] = {
    {GET,  "/{owner}/{repo}/settings",                scope::none, administers_repository, general_settings_page,                     200, "siteRepositorySettings",       "Show the settings of a repository"},
    {POST, "/{owner}/{repo}/settings",                scope::none, administers_repository, does<save, general_settings_page>,         303, "siteSaveRepository",           "Change what a repository is called"},
    {POST, "/{owner}/{repo}/settings/units",          scope::none, administers_repository, does<save_units, general_settings_page>,   303, "siteSaveRepositoryUnits",      "Change which parts a repository has"},
    {POST, "/{owner}/{repo}/settings/merging",        scope::none, administers_repository, does<save_merging, general_settings_page>, 303, "siteSaveRepositoryMerging",    "Change how pull requests are merged"},
    {POST, "/{owner}/{repo}/settings/signatures",     scope::none, administers_repository, does<save_trust, general_settings_page>,   303, "siteSaveRepositoryTrust",      "Choose whose signatures a repository trusts"},
    {POST, "/{owner}/{repo}/settings/avatar",         scope::none, administers_repository, picture_action,                            303, "siteSaveRepositoryPicture",    "Give a repository a picture"},
    {POST, "/{owner}/{repo}/settings/avatar/delete",  scope::none, administers_repository, does<remove_picture>,                      303, "siteRemoveRepositoryPicture",  "Take a repository's picture away"},
};
// clang-format on
static_assert(well_formed(general_operations));

} // namespace

const Table repository_settings_table{"site", general_operations, Door::site, refuse_page};

} // namespace cairn::pages
