// The first page of a repository's settings: what it is called, which parts it has, how pull requests are merged, its
// mirrors, and what leads to the pages that ask before harm. The rows of its forms come back to it.
#pragma once

#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/shown_mirrors.hpp"
#include "repositories/lifecycle/edit.hpp"

namespace cairn::pages {

struct RepositoryNameForm {
    std::string name;
    std::string description;
    std::string website;
    std::string topics; // separated by commas or blanks
    std::optional<bool> template_;
};
BOOST_DESCRIBE_STRUCT(RepositoryNameForm, (), (name, description, website, topics, template_))
constexpr auto notes(const RepositoryNameForm*)
{
    return std::array{Note{.member = "name", .required = true, .max_length = 100},
                      Note{.member = "description", .max_length = 2048}, Note{.member = "website", .max_length = 1024},
                      Note{.member = "topics", .max_length = 2000}};
}

// What is not sent stays as it is: a site that does not have a unit does not show its box.
struct RepositoryUnitsForm {
    std::optional<bool> has_code;
    std::optional<bool> has_issues;
    std::optional<bool> issues_elsewhere;
    std::optional<bool> enable_time_tracker;
    std::optional<bool> allow_only_contributors_to_track_time;
    std::optional<bool> enable_issue_dependencies;
    std::string external_tracker_url;
    std::string external_tracker_format;
    std::string external_tracker_style;
    std::string external_tracker_regexp_pattern;
    std::optional<bool> has_pull_requests;
    std::optional<bool> has_projects;
    std::optional<repositories::ProjectsMode> projects_mode;
    std::optional<bool> has_releases;
    std::optional<bool> has_wiki;
    std::optional<bool> wiki_elsewhere;
    std::string external_wiki_url;
    std::optional<bool> has_packages;
    std::optional<bool> has_actions;
};
BOOST_DESCRIBE_STRUCT(RepositoryUnitsForm, (),
                      (has_code, has_issues, issues_elsewhere, enable_time_tracker,
                       allow_only_contributors_to_track_time, enable_issue_dependencies, external_tracker_url,
                       external_tracker_format, external_tracker_style, external_tracker_regexp_pattern,
                       has_pull_requests, has_projects, projects_mode, has_releases, has_wiki, wiki_elsewhere,
                       external_wiki_url, has_packages, has_actions))
constexpr auto notes(const RepositoryUnitsForm*)
{
    return std::array{Note{.member = "external_tracker_url", .max_length = 1024},
                      Note{.member = "external_tracker_format", .max_length = 1024},
                      Note{.member = "external_tracker_style", .max_length = 20},
                      Note{.member = "external_tracker_regexp_pattern", .max_length = 1024},
                      Note{.member = "external_wiki_url", .max_length = 1024}};
}

struct RepositoryMergingForm {
    std::optional<bool> allow_merge_commits;
    std::optional<bool> allow_rebase;
    std::optional<bool> allow_rebase_explicit;
    std::optional<bool> allow_squash_merge;
    std::optional<bool> allow_fast_forward_only_merge;
    std::optional<bool> allow_manual_merge;
    std::optional<bool> autodetect_manual_merge;
    std::optional<repositories::MergeStyle> default_merge_style;
    std::optional<bool> allow_merge_update;
    std::optional<bool> allow_rebase_update;
    std::optional<repositories::UpdateStyle> default_update_style;
    std::optional<bool> default_delete_branch_after_merge;
    std::optional<bool> default_allow_maintainer_edit;
    std::optional<bool> ignore_whitespace_conflicts;
};
BOOST_DESCRIBE_STRUCT(RepositoryMergingForm, (),
                      (allow_merge_commits, allow_rebase, allow_rebase_explicit, allow_squash_merge,
                       allow_fast_forward_only_merge, allow_manual_merge, autodetect_manual_merge, default_merge_style,
                       allow_merge_update, allow_rebase_update, default_update_style, default_delete_branch_after_merge,
                       default_allow_maintainer_edit, ignore_whitespace_conflicts))

struct RepositoryTrustForm {
    repositories::TrustModel trust_model = repositories::TrustModel::default_;
};
BOOST_DESCRIBE_STRUCT(RepositoryTrustForm, (), (trust_model))

struct RepositoryPictureForm {
    std::string picture; // a file, which is no text
};
BOOST_DESCRIBE_STRUCT(RepositoryPictureForm, (), (picture))

// Which parts of a repository this site has at all.
struct OfferedUnits {
    bool issues = false;
    bool pulls = false;
    bool projects = false;
    bool releases = false;
    bool wiki = false;
    bool packages = false;
    bool actions = false;
    bool elsewhere = false;      // an issue tracker
    bool wiki_elsewhere = false; // a wiki
};
BOOST_DESCRIBE_STRUCT(OfferedUnits, (),
                      (issues, pulls, projects, releases, wiki, packages, actions, elsewhere, wiki_elsewhere))

// What the reader may do that cannot be undone by the same button.
struct RepositoryDanger {
    bool visibility = false;
    bool transfer = false;
    std::string offered_to{}; // it waits for this one to take it
    bool archive = false;
    bool convert_mirror = false;
    bool convert_fork = false;
    bool remove = false;
};
BOOST_DESCRIBE_STRUCT(RepositoryDanger, (),
                      (visibility, transfer, offered_to, archive, convert_mirror, convert_fork, remove))

struct RepositoryGeneralView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of this page
    std::string picture{};
    Form<RepositoryNameForm> form;
    Form<RepositoryPictureForm> picture_form;
    OfferedUnits offered{};
    Form<RepositoryUnitsForm> units;
    bool has_pulls = false;
    Form<RepositoryMergingForm> merging;
    Form<RepositoryTrustForm> trust;
    std::string usual_trust; // of the site
    MirrorsView mirrors;
    RepositoryDanger danger{};
};
BOOST_DESCRIBE_STRUCT(RepositoryGeneralView, (),
                      (place, navigation, base, picture, form, picture_form, offered, units, has_pulls, merging, trust,
                       usual_trust, mirrors, danger))

Result<RepositoryGeneralView> show_general_settings(api::Call&, const repositories::RepositoryContext&,
                                                    Form<RepositoryNameForm>, Form<RepositoryPictureForm>,
                                                    Form<RepositoryUnitsForm>, Form<RepositoryMergingForm>,
                                                    Form<RepositoryTrustForm>, Form<PullMirrorForm>,
                                                    Form<mirrors::CreatePushMirrorOption>);

inline constexpr auto& general_settings_page =
    shows<show_general_settings, "repository_settings/general",
          "repoGet repoEdit repoUpdateTopics repoUpdateAvatar repoTransfer repoDelete">;

} // namespace cairn::pages
