// A repository as the database holds it, and how it is found.
#pragma once

#include "access/repositories.hpp"
#include "accounts/account.hpp"
#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::repositories {

enum class MergeStyle : std::uint8_t { merge, rebase, rebase_merge, squash, fast_forward_only, manually_merged };
BOOST_DESCRIBE_ENUM(MergeStyle, merge, rebase, rebase_merge, squash, fast_forward_only, manually_merged)
constexpr auto words(const MergeStyle*)
{
    return std::array<std::string_view, 6>{"merge",          "rebase", "rebase-merge", "squash", "fast-forward-only",
                                           "manually-merged"};
}

enum class UpdateStyle : std::uint8_t { merge, rebase };
BOOST_DESCRIBE_ENUM(UpdateStyle, merge, rebase)

enum class ProjectsMode : std::uint8_t { repo, owner, all };
BOOST_DESCRIBE_ENUM(ProjectsMode, repo, owner, all)

enum class ObjectFormat : std::uint8_t { sha1, sha256 };
BOOST_DESCRIBE_ENUM(ObjectFormat, sha1, sha256)

enum class TrustModel : std::uint8_t { default_, collaborator, committer, collaboratorcommitter };
BOOST_DESCRIBE_ENUM(TrustModel, default_, collaborator, committer, collaboratorcommitter)

// What it is. (Two structs, because Boost.Describe takes no more than 52 members at a time.)
struct RepositoryIdentity {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string storage;      // its folder's key in git::Store
    std::string wiki_storage; // and its wiki's; empty: no page was ever written
    std::string name;
    std::string description;
    std::string website;
    bool private_ = false;
    std::int64_t audience = 0;
    std::int64_t units = 0;
    std::int64_t anonymous_levels = 0; // of the units that are open to anybody
    std::int64_t everyone_levels = 0;  // and to who is signed in
    bool template_ = false;
    bool mirror = false;
    bool empty = true;
    Time archived_at;
    bool transferring = false; // waits for a new owner
    std::int64_t fork_of = 0;
    std::string default_branch;
    std::string default_target_branch;
    ObjectFormat object_format = ObjectFormat::sha1;
    TrustModel trust_model = TrustModel::default_;
    std::string original_url;
    std::string avatar;
    std::string topics;   // joined by commas
    std::string licenses; // joined by commas
    std::string language;
    std::int64_t git_size = 0; // in bytes
    std::int64_t lfs_size = 0;
    std::int64_t stars_count = 0;
    std::int64_t forks_count = 0;
    std::int64_t watchers_count = 0;
    std::int64_t open_issues_count = 0;
    std::int64_t open_pulls_count = 0;
    std::int64_t release_count = 0;
    std::int64_t branch_count = 0;
    Time created_at;
    Time updated_at;

    access::Units enabled() const { return access::Units::from_stored(units); }
    bool archived() const { return archived_at.seconds != 0; }
    access::RepositoryFacts facts() const
    {
        return {.id = id,
                .owner_id = owner_id,
                .audience = static_cast<access::Audience>(audience),
                .units = enabled(),
                .to_anybody = access::Levels::from_stored(anonymous_levels),
                .to_everyone = access::Levels::from_stored(everyone_levels)};
    }
};
BOOST_DESCRIBE_STRUCT(RepositoryIdentity, (),
                      (id, owner_id, storage, wiki_storage, name, description, website, private_, audience, units,
                       anonymous_levels, everyone_levels, template_, mirror, empty, archived_at, transferring, fork_of,
                       default_branch, default_target_branch, object_format, trust_model, original_url, avatar, topics,
                       licenses, language, git_size, lfs_size, stars_count, forks_count, watchers_count,
                       open_issues_count, open_pulls_count, release_count, branch_count, created_at, updated_at))

// And how its units are set up.
struct StoredRepository : RepositoryIdentity {
    bool time_tracker = true;
    bool only_contributors_track_time = true;
    bool issue_dependencies = true;
    std::string external_tracker_url;
    std::string external_tracker_format;
    std::string external_tracker_style;
    std::string external_tracker_pattern;
    std::string external_wiki_url;
    ProjectsMode projects_mode = ProjectsMode::all;
    std::string wiki_branch;
    bool ignore_whitespace_conflicts = false;
    bool allow_merge_commits = true;
    bool allow_rebase = true;
    bool allow_rebase_explicit = true;
    bool allow_squash_merge = true;
    bool allow_fast_forward_only_merge = true;
    bool allow_manual_merge = false;
    bool autodetect_manual_merge = false;
    bool allow_merge_update = true;
    bool allow_rebase_update = true;
    MergeStyle default_merge_style = MergeStyle::merge;
    UpdateStyle default_update_style = UpdateStyle::merge;
    bool default_delete_branch_after_merge = false;
    bool default_allow_maintainer_edit = true;
};
BOOST_DESCRIBE_STRUCT(StoredRepository, (RepositoryIdentity),
                      (time_tracker, only_contributors_track_time, issue_dependencies, external_tracker_url,
                       external_tracker_format, external_tracker_style, external_tracker_pattern, external_wiki_url,
                       projects_mode, wiki_branch, ignore_whitespace_conflicts, allow_merge_commits, allow_rebase,
                       allow_rebase_explicit, allow_squash_merge, allow_fast_forward_only_merge, allow_manual_merge,
                       autodetect_manual_merge, allow_merge_update, allow_rebase_update, default_merge_style,
                       default_update_style, default_delete_branch_after_merge, default_allow_maintainer_edit))

// By name, in any case. Whether anybody may see it is not asked.
std::optional<StoredRepository> find_repository(db::Queries&, std::int64_t owner_id, std::string_view name);
std::optional<StoredRepository> find_repository(db::Queries&, std::int64_t id);

// The repository that had this place before. Whether anybody may see it is not asked.
std::optional<StoredRepository> find_moved_repository(db::Queries&, std::int64_t owner_id, std::string_view old_name);

// What is wrong with a name, in words for the person who chose it.
Result<void> check_repository_name(std::string_view);

// Writes back all that an edit may have changed, and when that was.
void save_repository(db::Transaction&, const StoredRepository&);

} // namespace cairn::repositories

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::repositories::StoredRepository>();
