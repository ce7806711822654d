// The sections of the tasks that keep a site in order: [cron.NAME].
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

struct CronTask {
    bool enabled = false;
    bool run_at_start = false;
    std::string schedule;
};
BOOST_DESCRIBE_STRUCT(CronTask, (), (enabled, run_at_start, schedule))
constexpr auto notes(const CronTask*)
{
    return std::array{
        Note{"", "A task of upkeep. Administrators can run it at any time; see /api/v1/admin/cron."},
        Note{"enabled", "Runs it by itself, too."},
        Note{"run_at_start", "Runs it when the program starts."},
        Note{.member = "schedule",
             .doc = "When: @every and a duration, @midnight, @weekly, or an expression of cron such as 30 4 * * mon. "
                    "In UTC.",
             .format = "schedule"},
    };
}

// In the order in which they are listed.
struct CronSettings {
    // clang-format off
    CronTask cron_update_mirrors{true, false, "@every 10m"};
    CronTask cron_repo_health_check{true, false, "@midnight"};
    CronTask cron_check_repo_stats{true, true, "@midnight"};
    CronTask cron_archive_cleanup{true, true, "@midnight"};
    CronTask cron_sync_external_users{true, false, "@midnight"};
    CronTask cron_deleted_branches_cleanup{true, true, "@midnight"};
    CronTask cron_update_migration_poster_id{true, true, "@midnight"};
    CronTask cron_cleanup_hook_task_table{true, false, "@midnight"};
    CronTask cron_cleanup_packages{true, true, "@midnight"};
    CronTask cron_sync_repo_licenses{false, false, "@annually"};
    CronTask cron_delete_inactive_accounts{false, false, "@annually"};
    CronTask cron_delete_repo_archives{false, false, "@annually"};
    CronTask cron_git_gc_repos{false, false, "@every 72h"};
    CronTask cron_resync_all_sshkeys{false, false, "@every 72h"};
    CronTask cron_resync_all_sshprincipals{false, false, "@every 72h"};
    CronTask cron_resync_all_hooks{false, false, "@every 72h"};
    CronTask cron_reinit_missing_repos{false, false, "@every 72h"};
    CronTask cron_delete_missing_repos{false, false, "@every 72h"};
    CronTask cron_delete_generated_repository_avatars{false, false, "@every 72h"};
    CronTask cron_delete_old_actions{false, false, "@every 168h"};
    CronTask cron_update_checker{false, false, "@every 168h"};
    CronTask cron_delete_old_system_notices{false, false, "@every 168h"};
    CronTask cron_gc_lfs{false, false, "@every 24h"};
    CronTask cron_rebuild_issue_indexer{false, false, "@annually"};
    CronTask cron_stop_zombie_tasks{true, true, "@every 5m"};
    CronTask cron_stop_endless_tasks{true, true, "@every 30m"};
    CronTask cron_cancel_abandoned_jobs{true, true, "@every 6h"};
    CronTask cron_start_schedule_tasks{true, true, "@every 1m"};
    CronTask cron_cleanup_actions{true, true, "@midnight"};
    CronTask cron_cleanup_action_runs{true, true, "@midnight"};
    // clang-format on
};
BOOST_DESCRIBE_STRUCT(CronSettings, (),
                      (cron_update_mirrors, cron_repo_health_check, cron_check_repo_stats, cron_archive_cleanup,
                       cron_sync_external_users, cron_deleted_branches_cleanup, cron_update_migration_poster_id,
                       cron_cleanup_hook_task_table, cron_cleanup_packages, cron_sync_repo_licenses,
                       cron_delete_inactive_accounts, cron_delete_repo_archives, cron_git_gc_repos,
                       cron_resync_all_sshkeys, cron_resync_all_sshprincipals, cron_resync_all_hooks,
                       cron_reinit_missing_repos, cron_delete_missing_repos, cron_delete_generated_repository_avatars,
                       cron_delete_old_actions, cron_update_checker, cron_delete_old_system_notices, cron_gc_lfs,
                       cron_rebuild_issue_indexer, cron_stop_zombie_tasks, cron_stop_endless_tasks,
                       cron_cancel_abandoned_jobs, cron_start_schedule_tasks, cron_cleanup_actions,
                       cron_cleanup_action_runs))
constexpr auto notes(const CronSettings*)
{
    // clang-format off
    return std::array{
        Note{.member = "cron_update_mirrors", .alias = "cron.update_mirrors"},
        Note{.member = "cron_repo_health_check", .alias = "cron.repo_health_check"},
        Note{.member = "cron_check_repo_stats", .alias = "cron.check_repo_stats"},
        Note{.member = "cron_archive_cleanup", .alias = "cron.archive_cleanup"},
        Note{.member = "cron_sync_external_users", .alias = "cron.sync_external_users"},
        Note{.member = "cron_deleted_branches_cleanup", .alias = "cron.deleted_branches_cleanup"},
        Note{.member = "cron_update_migration_poster_id", .alias = "cron.update_migration_poster_id"},
        Note{.member = "cron_cleanup_hook_task_table", .alias = "cron.cleanup_hook_task_table"},
        Note{.member = "cron_cleanup_packages", .alias = "cron.cleanup_packages"},
        Note{.member = "cron_sync_repo_licenses", .alias = "cron.sync_repo_licenses"},
        Note{.member = "cron_delete_inactive_accounts", .alias = "cron.delete_inactive_accounts"},
        Note{.member = "cron_delete_repo_archives", .alias = "cron.delete_repo_archives"},
        Note{.member = "cron_git_gc_repos", .alias = "cron.git_gc_repos"},
        Note{.member = "cron_resync_all_sshkeys", .alias = "cron.resync_all_sshkeys"},
        Note{.member = "cron_resync_all_sshprincipals", .alias = "cron.resync_all_sshprincipals"},
        Note{.member = "cron_resync_all_hooks", .alias = "cron.resync_all_hooks"},
        Note{.member = "cron_reinit_missing_repos", .alias = "cron.reinit_missing_repos"},
        Note{.member = "cron_delete_missing_repos", .alias = "cron.delete_missing_repos"},
        Note{.member = "cron_delete_generated_repository_avatars", .alias = "cron.delete_generated_repository_avatars"},
        Note{.member = "cron_delete_old_actions", .alias = "cron.delete_old_actions"},
        Note{.member = "cron_update_checker", .alias = "cron.update_checker"},
        Note{.member = "cron_delete_old_system_notices", .alias = "cron.delete_old_system_notices"},
        Note{.member = "cron_gc_lfs", .alias = "cron.gc_lfs"},
        Note{.member = "cron_rebuild_issue_indexer", .alias = "cron.rebuild_issue_indexer"},
        Note{.member = "cron_stop_zombie_tasks", .alias = "cron.stop_zombie_tasks"},
        Note{.member = "cron_stop_endless_tasks", .alias = "cron.stop_endless_tasks"},
        Note{.member = "cron_cancel_abandoned_jobs", .alias = "cron.cancel_abandoned_jobs"},
        Note{.member = "cron_start_schedule_tasks", .alias = "cron.start_schedule_tasks"},
        Note{.member = "cron_cleanup_actions", .alias = "cron.cleanup_actions"},
        Note{.member = "cron_cleanup_action_runs", .alias = "cron.cleanup_action_runs"},
    };
    // clang-format on
}

} // namespace cairn::config
