#include "import/kinds.hpp"

#include <algorithm>
#include <array>

namespace cairn::import {

namespace {

constexpr std::array kinds{
    &accounts_kind,
    &addresses_kind,
    &codes_kind,
    &security_keys_kind,
    &keys_kind,
    &gpg_keys_kind,
    &tokens_kind,
    &avatars_kind,
    &account_redirects_kind,
    &follows_kind,
    &blocks_kind,
    &forgejo_blocks_kind,
    &teams_kind,
    &seats_kind,
    &members_kind,
    &repositories_kind,
    &repository_avatars_kind,
    &origins_kind,
    &team_repositories_kind,
    &collaborations_kind,
    &stars_kind,
    &watches_kind,
    &repository_redirects_kind,
    &deploy_keys_kind,
    &branch_rules_kind,
    &tag_rules_kind,
    &statuses_kind,
    &labels_kind,
    &milestones_kind,
    &issues_kind,
    &pins_kind,
    &issue_labels_kind,
    &assignees_kind,
    &dependencies_kind,
    &subscriptions_kind,
    &times_kind,
    &pulls_kind,
    &reviews_kind,
    &comments_kind,
    &reactions_kind,
    &releases_kind,
    &attachments_kind,
    &large_files_kind,
    &locks_kind,
    &webhooks_kind,
    &applications_kind,
    &grants_kind,
    &pull_mirrors_kind,
    &push_mirrors_kind,
};

// Sessions and codes on their way, caches and counters, histories of deliveries; and what was read along with a kind.
constexpr auto dispensable = std::to_array<std::string_view>({
    "access",
    "app_state",
    "auth_token",
    "branch",
    "commit_status_index",
    "commit_status_summary",
    "email_hash",
    "forgejo_auth_token",
    "forgejo_sem_ver",
    "forgejo_version",
    "forgejo_migration",
    "gpg_key_import",
    "hook_task",
    "issue_content_history",
    "issue_index",
    "issue_user",
    "language_stat",
    "notice",
    "oauth2_authorization_code",
    "repo_archiver",
    "repo_indexer_status",
    "repo_license",
    "repo_topic",
    "repo_unit",
    "review_state",
    "session",
    "stopwatch",
    "task",
    "team_unit",
    "topic",
    "upload",
    "version",
});

} // namespace

std::span<const Kind* const> all_kinds() { return kinds; }

bool is_dispensable(std::string_view table) { return std::ranges::find(dispensable, table) != dispensable.end(); }

} // namespace cairn::import
