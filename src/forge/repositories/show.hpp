// The repository as the API shows it.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "organizations/team.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

struct Permission {
    bool admin = false;
    bool push = false;
    bool pull = false;
};
BOOST_DESCRIBE_STRUCT(Permission, (), (admin, push, pull))
constexpr auto notes(const Permission*) { return std::array{Note{"", "What the caller may do with a repository"}}; }

struct InternalTracker {
    bool enable_time_tracker = false;
    bool allow_only_contributors_to_track_time = false;
    bool enable_issue_dependencies = false;
};
BOOST_DESCRIBE_STRUCT(InternalTracker, (),
                      (enable_time_tracker, allow_only_contributors_to_track_time, enable_issue_dependencies))
constexpr auto notes(const InternalTracker*) { return std::array{Note{"", "How the built-in issues are set up"}}; }

struct ExternalTracker {
    std::string external_tracker_url;
    std::string external_tracker_format;
    std::string external_tracker_style;
    std::string external_tracker_regexp_pattern;
};
BOOST_DESCRIBE_STRUCT(ExternalTracker, (),
                      (external_tracker_url, external_tracker_format, external_tracker_style,
                       external_tracker_regexp_pattern))
constexpr auto notes(const ExternalTracker*)
{
    return std::array{
        Note{"", "Issues that are kept elsewhere"},
        Note{"external_tracker_url", "the address of that tracker"},
        Note{"external_tracker_format", "the address of one issue, with {user}, {repo} and {index} in it"},
        Note{"external_tracker_style", "numeric, alphanumeric or regexp"},
        Note{"external_tracker_regexp_pattern", "what an issue's name looks like, where the style is regexp"},
    };
}

struct ExternalWiki {
    std::string external_wiki_url;
};
BOOST_DESCRIBE_STRUCT(ExternalWiki, (), (external_wiki_url))
constexpr auto notes(const ExternalWiki*) { return std::array{Note{"", "A wiki that is kept elsewhere"}}; }

struct Repository;

// Two structs, because Boost.Describe takes no more than 52 members at a time.
struct RepositorySummary {
    std::int64_t id = 0;
    accounts::User owner;
    std::string name;
    std::string full_name;
    std::string description;
    bool empty = false;
    bool private_ = false;
    bool fork = false;
    bool template_ = false;
    std::shared_ptr<Repository> parent;
    bool mirror = false;
    std::int64_t size = 0;
    std::string language;
    std::string languages_url;
    std::string html_url;
    std::string url;
    std::string link;
    std::string ssh_url;
    std::string clone_url;
    std::string original_url;
    std::string website;
    std::int64_t stars_count = 0;
    std::int64_t forks_count = 0;
    std::int64_t watchers_count = 0;
    std::int64_t branch_count = 0;
    std::int64_t open_issues_count = 0;
    std::int64_t open_pr_counter = 0;
    std::int64_t release_counter = 0;
    std::string default_branch;
    std::string default_target_branch;
    bool archived = false;
    Time created_at;
    Time updated_at;
    Time archived_at;
    std::optional<Permission> permissions;
    std::vector<std::string> topics;
    std::vector<std::string> licenses;
};
BOOST_DESCRIBE_STRUCT(RepositorySummary, (),
                      (id, owner, name, full_name, description, empty, private_, fork, template_, parent, mirror, size,
                       language, languages_url, html_url, url, link, ssh_url, clone_url, original_url, website,
                       stars_count, forks_count, watchers_count, branch_count, open_issues_count, open_pr_counter,
                       release_counter, default_branch, default_target_branch, archived, created_at, updated_at,
                       archived_at, permissions, topics, licenses))

// While a transfer waits for its new owner: between whom.
struct RepoTransfer {
    accounts::User doer;
    accounts::User recipient;
    std::vector<organizations::Team> teams;
};
BOOST_DESCRIBE_STRUCT(RepoTransfer, (), (doer, recipient, teams))

struct Repository : RepositorySummary {
    bool has_code = false;
    bool has_issues = false;
    std::optional<InternalTracker> internal_tracker;
    std::optional<ExternalTracker> external_tracker;
    bool has_wiki = false;
    std::optional<ExternalWiki> external_wiki;
    bool has_pull_requests = false;
    bool has_projects = false;
    std::string projects_mode;
    bool has_releases = false;
    bool has_packages = false;
    bool has_actions = false;
    bool ignore_whitespace_conflicts = false;
    bool allow_merge_commits = false;
    bool allow_rebase = false;
    bool allow_rebase_explicit = false;
    bool allow_squash_merge = false;
    bool allow_fast_forward_only_merge = false;
    bool allow_merge_update = false;
    bool allow_rebase_update = false;
    bool allow_manual_merge = false;
    bool autodetect_manual_merge = false;
    bool default_delete_branch_after_merge = false;
    std::string default_merge_style;
    std::string default_update_style;
    bool default_allow_maintainer_edit = false;
    std::string avatar_url;
    bool internal = false;
    std::string mirror_interval;
    std::string object_format_name;
    Time mirror_updated;
    Time mirror_last_sync_at;
    std::optional<RepoTransfer> repo_transfer;
};
BOOST_DESCRIBE_STRUCT(Repository, (RepositorySummary),
                      (has_code, has_issues, internal_tracker, external_tracker, has_wiki, external_wiki,
                       has_pull_requests, has_projects, projects_mode, has_releases, has_packages, has_actions,
                       ignore_whitespace_conflicts, allow_merge_commits, allow_rebase, allow_rebase_explicit,
                       allow_squash_merge, allow_fast_forward_only_merge, allow_merge_update, allow_rebase_update,
                       allow_manual_merge, autodetect_manual_merge, default_delete_branch_after_merge,
                       default_merge_style, default_update_style, default_allow_maintainer_edit, avatar_url, internal,
                       mirror_interval, object_format_name, mirror_updated, mirror_last_sync_at, repo_transfer))
constexpr auto notes(const Repository*)
{
    return std::array{
        Note{"", "A repository with all that the caller may know of it"},
        Note{"full_name", "owner/name"},
        Note{"empty", "nothing has been pushed to it"},
        Note{.member = "parent", .doc = "what it was forked from, where the caller may see that", .omit_empty = true},
        Note{"size", "in KiB"},
        Note{"language", "the one that most of it is written in"},
        Note{.member = "default_target_branch",
             .doc = "where pull requests go unless said otherwise, if that is not the default branch",
             .omit_empty = true},
        Note{.member = "permissions", .doc = "the caller's own", .omit_empty = true},
        Note{.member = "internal_tracker", .omit_empty = true},
        Note{.member = "external_tracker", .omit_empty = true},
        Note{.member = "external_wiki", .omit_empty = true},
        Note{"internal", "its owner is private, and it is open to that owner's members"},
        Note{"mirror_interval", "how often a mirror looks for news, such as 8h0m0s"},
        Note{.member = "repo_transfer", .doc = "while it waits for a new owner", .omit_empty = true},
    };
}

// In the order of the rows, with what somebody may do with each.
std::vector<Repository> show_repositories(const api::View&, std::span<const StoredRepository>,
                                          const access::Viewer& permissions_of);
std::vector<Repository> show_repositories(const api::View&, std::span<const StoredRepository>,
                                          std::span<const access::Access>);
Repository show_repository(const api::View&, const StoredRepository&, const accounts::ShownAccount& owner,
                           const access::Access&);

} // namespace cairn::repositories

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::repositories::Repository>();
