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
    &schedules_kind,
    &projects_kind,
    &columns_kind,
    &cards_kind,
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
    &transfers_kind,
    &stopwatches_kind,
    &notifications_kind,
    &secrets_kind,
    &variables_kind,
    &packages_kind,
    &package_versions_kind,
    &package_files_kind,
};

// Sessions and codes on their way, caches and counters, histories of deliveries; and what was read along with a kind.
constexpr auto dispensable = std::to_array<std::string_view>({
    "access",
    "app_state",
    "auth_token",
    "branch",
    "action_run_index",
    "action_tasks_version",
    "commit_status_index",
    "commit_status_summary",
    "dbfs_data",
    "dbfs_meta",
    "email_hash",
    "forgejo_auth_token",
    "forgejo_sem_ver",
    "forgejo_version",
    "forgejo_migration",
    "gpg_key_import",
    "hook_task",
    "issue_index",
    "issue_user",
    "language_stat",
    "notice",
    "oauth2_authorization_code",
    "package_blob",
    "package_blob_upload",
    "package_property",
    "repo_archiver",
    "repo_indexer_status",
    "repo_license",
    "repo_topic",
    "repo_unit",
    "review_state",
    "session",
    "task",
    "team_unit",
    "topic",
    "upload",
    "version",
});

struct Reason {
    std::string_view table;
    std::string_view words;
};

// Of what is known and has no place here.
constexpr auto reasons = std::to_array<Reason>({
    {"abuse_report", "reports of abuse are made to the old site's administrators"},
    {"action", "the feeds of what happened begin anew"},
    {"action_artifact", "what runs have left to be downloaded expires"},
    {"action_run", "runs of workflows belong to the old site's runners: statuses of commits were moved"},
    {"action_run_attempt", "runs of workflows belong to the old site's runners"},
    {"action_run_job", "runs of workflows belong to the old site's runners"},
    {"action_runner", "runners register anew: their tokens are the old server's"},
    {"action_runner_token", "runners register anew"},
    {"action_schedule", "schedules of workflows are read from the repositories"},
    {"action_schedule_spec", "schedules of workflows are read from the repositories"},
    {"action_task", "runs of workflows, and their logs, belong to the old site's runners"},
    {"action_task_output", "runs of workflows belong to the old site's runners"},
    {"action_task_step", "runs of workflows belong to the old site's runners"},
    {"badge", "badges are given anew: `cairn` has those of administrators' API"},
    {"deleted_branch", "names of branches that were deleted: git keeps only what a name leads to"},
    {"external_login_user", "which accounts of other servers sign in: people link theirs anew"},
    {"federated_user", "accounts of other servers"},
    {"federation_host", "other servers: there is no federation here"},
    {"following_repo", "repositories of other servers: there is no federation here"},
    {"forgejo_repo_flag", "marks that administrators have put on repositories: there are none here"},
    {"issue_content_history", "former versions of texts were not moved: the newest were"},
    {"login_source",
     "sign-in sources are set up anew at /-/admin/auths: accounts of theirs got no password, and an administrator says "
     "of each which source it is of, or `cairn admin user change-password` gives it one"},
    {"package_cleanup_rule", "what is cleaned up among packages is decided anew"},
    {"quota_group", "quotas are set up anew"},
    {"quota_group_mapping", "quotas are set up anew"},
    {"quota_group_rule_mapping", "quotas are set up anew"},
    {"quota_rule", "quotas are set up anew"},
    {"renamed_branch", "former names of branches do not lead on here"},
    {"system_setting", "settings of the site are in app.ini here"},
    {"team_invite", "invitations to teams are sent anew"},
    {"user_badge", "badges are given anew"},
    {"user_open_id", "OpenID 2.0 addresses: nobody can sign in with one here"},
    {"user_setting", "settings of pages that look different here"},
});

} // namespace

std::string_view reason_for_leaving(std::string_view table)
{
    const auto found = std::ranges::find(reasons, table, &Reason::table);
    return found == reasons.end() ? std::string_view() : found->words;
}

std::span<const Kind* const> all_kinds() { return kinds; }

bool is_dispensable(std::string_view table) { return std::ranges::find(dispensable, table) != dispensable.end(); }

} // namespace cairn::import
