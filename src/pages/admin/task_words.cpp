#include "pages/admin/task_words.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

struct TaskWords {
    std::string_view name;
    Phrase words;
};
constexpr TaskWords task_words[] = {
    {"update_mirrors", Phrase("Update mirrors")},
    {"repo_health_check", Phrase("Check repositories")},
    {"check_repo_stats", Phrase("Count anew what repositories have")},
    {"archive_cleanup", Phrase("Remove old archives")},
    {"sync_external_users", Phrase("Take over accounts from sign-in sources")},
    {"deleted_branches_cleanup", Phrase("Forget branches that were deleted long ago")},
    {"update_migration_poster_id", Phrase("Give migrated posts to their authors")},
    {"cleanup_hook_task_table", Phrase("Forget old deliveries of webhooks")},
    {"cleanup_packages", Phrase("Remove files of packages that nobody has")},
    {"sync_repo_licenses", Phrase("Look for licenses in repositories")},
    {"delete_inactive_accounts", Phrase("Delete accounts that were never activated")},
    {"delete_repo_archives", Phrase("Delete all archives")},
    {"git_gc_repos", Phrase("Pack repositories")},
    {"resync_all_sshkeys", Phrase("Write the file of SSH keys anew")},
    {"resync_all_sshprincipals", Phrase("Write the file of SSH principals anew")},
    {"resync_all_hooks", Phrase("Write the hooks of all repositories anew")},
    {"reinit_missing_repos", Phrase("Make empty folders for repositories that have lost theirs")},
    {"delete_missing_repos", Phrase("Delete repositories that have lost their folder")},
    {"delete_generated_repository_avatars", Phrase("Delete drawn pictures of repositories")},
    {"delete_old_actions", Phrase("Forget old activities")},
    {"update_checker", Phrase("Look for a newer version")},
    {"delete_old_system_notices", Phrase("Forget old notices")},
    {"gc_lfs", Phrase("Remove large files that nothing refers to")},
    {"rebuild_issue_indexer", Phrase("Build the index of issues anew")},
    {"stop_zombie_tasks", Phrase("End tasks whose runner is gone")},
    {"stop_endless_tasks", Phrase("End tasks that take too long")},
    {"cancel_abandoned_jobs", Phrase("Cancel jobs that found no runner")},
    {"start_schedule_tasks", Phrase("Start workflows that are due")},
    {"cleanup_actions", Phrase("Forget old logs and artifacts")},
    {"cleanup_action_runs", Phrase("Forget old runs")},
};

} // namespace

std::string task_title(const words::Language& in, std::string_view task)
{
    for (const TaskWords& row : task_words)
        if (row.name == task) return in.say(row.words);
    return std::string(task);
}

} // namespace cairn::pages
