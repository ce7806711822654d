// What may be changed of a repository, and the rules by which that is done.
#pragma once

#include "repositories/guards.hpp"
#include "repositories/show.hpp"

namespace cairn::repositories {

struct EditRepoOption {
    std::optional<std::string> name;
    std::optional<std::string> description;
    std::optional<std::string> website;
    std::optional<bool> private_;
    std::optional<bool> template_;
    std::optional<bool> archived;
    std::optional<std::string> default_branch;
    std::optional<bool> has_code;
    std::optional<bool> has_issues;
    std::optional<InternalTracker> internal_tracker;
    std::optional<ExternalTracker> external_tracker;
    std::optional<bool> has_wiki;
    std::optional<ExternalWiki> external_wiki;
    std::optional<bool> has_projects;
    std::optional<ProjectsMode> projects_mode;
    std::optional<bool> has_releases;
    std::optional<bool> has_packages;
    std::optional<bool> has_actions;
    std::optional<bool> has_pull_requests;
    std::optional<bool> ignore_whitespace_conflicts;
    std::optional<bool> allow_merge_commits;
    std::optional<bool> allow_rebase;
    std::optional<bool> allow_rebase_explicit;
    std::optional<bool> allow_squash_merge;
    std::optional<bool> allow_fast_forward_only_merge;
    std::optional<bool> allow_manual_merge;
    std::optional<bool> autodetect_manual_merge;
    std::optional<bool> allow_merge_update;
    std::optional<bool> allow_rebase_update;
    std::optional<MergeStyle> default_merge_style;
    std::optional<UpdateStyle> default_update_style;
    std::optional<bool> default_delete_branch_after_merge;
    std::optional<bool> default_allow_maintainer_edit;
    std::optional<std::string> mirror_interval;
    std::optional<bool> enable_prune;
    std::optional<std::string> mirror_username;
    std::optional<std::string> mirror_password;
    std::optional<std::string> mirror_token;
};
BOOST_DESCRIBE_STRUCT(EditRepoOption, (),
                      (name, description, website, private_, template_, archived, default_branch, has_code, has_issues,
                       internal_tracker, external_tracker, has_wiki, external_wiki, has_projects, projects_mode,
                       has_releases, has_packages, has_actions, has_pull_requests, ignore_whitespace_conflicts,
                       allow_merge_commits, allow_rebase, allow_rebase_explicit, allow_squash_merge,
                       allow_fast_forward_only_merge, allow_manual_merge, autodetect_manual_merge, allow_merge_update,
                       allow_rebase_update, default_merge_style, default_update_style,
                       default_delete_branch_after_merge, default_allow_maintainer_edit, mirror_interval, enable_prune,
                       mirror_username, mirror_password, mirror_token))
constexpr auto notes(const EditRepoOption*)
{
    return std::array{
        Note{"", "What shall be different; what is left out stays"},
        Note{.member = "name", .doc = "another name; the old one leads to it", .max_length = 100},
        Note{.member = "description", .max_length = 2048},
        Note{.member = "website", .max_length = 1024},
        Note{"private",
             "open to those who were given access alone; a fork is what its base is, unless it was private when its "
             "base became public"},
        Note{"archived", "nothing can be written any more"},
        Note{.member = "default_branch", .doc = "without effect where there is no such branch", .max_length = 100},
        Note{"internal_tracker", "together with has_issues: issues are kept here, set up like this"},
        Note{"external_tracker", "together with has_issues: issues are kept elsewhere"},
        Note{"external_wiki", "together with has_wiki: the wiki is kept elsewhere"},
        Note{"projects_mode", "together with has_projects: whose projects are shown"},
        Note{"mirror_interval", "of a mirror: how often it looks for news, such as 8h0m0s"},
        Note{"enable_prune", "of a mirror: branches that are gone there go here"},
        Note{"mirror_username", "of a mirror: the name that it signs in with"},
        Note{.member = "mirror_password", .doc = "of a mirror: the password for that", .format = "password"},
        Note{.member = "mirror_token", .doc = "of a mirror: a token for that", .format = "password"},
    };
}

// Changes what was asked for, all of it or nothing; a default branch that is not there is passed over.
// Errc::unprocessable for what does not fit, and for a name that is malformed or taken.
Result<StoredRepository> edit_repository(const api::Call&, const RepositoryContext&, const EditRepoOption&);

// Whether the caller could make a private repository public, or a public one private: a fork follows its base, and some
// sites publish nothing.
bool can_change_privacy(const api::Call&, const StoredRepository&);

// Applies the units and their settings; a unit that the site does not have stays off. Errc::unprocessable.
Result<void> edit_units(StoredRepository&, const EditRepoOption&, access::Units available);

// Whose signatures it trusts. The API has no operation for it.
void choose_trust_model(const api::Call&, const RepositoryContext&, TrustModel);

} // namespace cairn::repositories
