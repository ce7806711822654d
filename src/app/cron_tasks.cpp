#include "app/cron_tasks.hpp"

#include "accounts/expiry.hpp"
#include "actions/cron_tasks.hpp"
#include "actions/log.hpp"
#include "actions/schedule.hpp"
#include "attachments/pending.hpp"
#include "code_search/indexer.hpp"
#include "identity/dynamic_clients.hpp"
#include "identity/expiry.hpp"
#include "lfs/collection.hpp"
#include "lfs/object.hpp"
#include "mirrors/push.hpp"
#include "organizations/invitation.hpp"
#include "packages/content.hpp"
#include "repositories/lifecycle/cron_tasks.hpp"
#include "repositories/references/deleted_branch.hpp"
#include "runners/artifacts.hpp"
#include "webhooks/cron_tasks.hpp"

namespace cairn::app {

namespace {

using config::CronSettings;

// For what today's tools know by name and this site has nothing of: keys and hooks are in no file that could be out of
// step, archives are not kept, nothing is asked of other servers. A room that comes to have something to do puts its
// function here.
void nothing(const api::Site&, const std::stop_token&) { }

void forget_expired(const api::Site& site, const std::stop_token& stop)
{
    accounts::forget_expired(site, stop);
    organizations::forget_expired_invitations(site.db);
}

void forget_deleted_branches(const api::Site& site, const std::stop_token&)
{
    repositories::forget_old_deleted(site.db, Time::now());
}

void remove_leftover_files(const api::Site& site, const std::stop_token&)
{
    attachments::forget_pending(site);
    attachments::sweep(site);
}

// clang-format off
constexpr cron::Task tasks[] = {
    {"update_mirrors",                      mirrors::take_up_due,                &CronSettings::cron_update_mirrors},
    {"repo_health_check",                   repositories::check_health,          &CronSettings::cron_repo_health_check},
    {"check_repo_stats",                    repositories::recount,               &CronSettings::cron_check_repo_stats},
    {"archive_cleanup",                     nothing,                             &CronSettings::cron_archive_cleanup},
    {"sync_external_users",                 nothing,                             &CronSettings::cron_sync_external_users},
    {"deleted_branches_cleanup",            forget_deleted_branches,             &CronSettings::cron_deleted_branches_cleanup},
    {"update_migration_poster_id",          nothing,                             &CronSettings::cron_update_migration_poster_id},
    {"cleanup_hook_task_table",             webhooks::forget_old_deliveries,     &CronSettings::cron_cleanup_hook_task_table},
    {"cleanup_packages",                    packages::clean_up,                  &CronSettings::cron_cleanup_packages},
    {"sync_repo_licenses",                  repositories::count_all_licenses,    &CronSettings::cron_sync_repo_licenses},
    {"delete_inactive_accounts",            accounts::delete_inactive,           &CronSettings::cron_delete_inactive_accounts},
    {"delete_repo_archives",                nothing,                             &CronSettings::cron_delete_repo_archives},
    {"git_gc_repos",                        repositories::repack_all,            &CronSettings::cron_git_gc_repos},
    {"resync_all_sshkeys",                  nothing,                             &CronSettings::cron_resync_all_sshkeys},
    {"resync_all_sshprincipals",            nothing,                             &CronSettings::cron_resync_all_sshprincipals},
    {"resync_all_hooks",                    nothing,                             &CronSettings::cron_resync_all_hooks},
    {"reinit_missing_repos",                repositories::make_missing,          &CronSettings::cron_reinit_missing_repos},
    {"delete_missing_repos",                repositories::delete_missing,        &CronSettings::cron_delete_missing_repos},
    {"delete_generated_repository_avatars", nothing,                             &CronSettings::cron_delete_generated_repository_avatars},
    {"delete_old_actions",                  repositories::forget_old_activities, &CronSettings::cron_delete_old_actions},
    {"update_checker",                      nothing,                             &CronSettings::cron_update_checker},
    {"delete_old_system_notices",           nothing,                             &CronSettings::cron_delete_old_system_notices},
    {"gc_lfs",                              lfs::collect_unreferenced,           &CronSettings::cron_gc_lfs},
    {"rebuild_issue_indexer",               nothing,                             &CronSettings::cron_rebuild_issue_indexer},
    {"stop_zombie_tasks",                   actions::stop_lost_tasks,            &CronSettings::cron_stop_zombie_tasks},
    {"stop_endless_tasks",                  actions::stop_endless_tasks,         &CronSettings::cron_stop_endless_tasks},
    {"cancel_abandoned_jobs",               actions::cancel_abandoned_jobs,      &CronSettings::cron_cancel_abandoned_jobs},
    {"start_schedule_tasks",                actions::start_due,                  &CronSettings::cron_start_schedule_tasks},
    {"cleanup_actions",                     actions::forget_old,                 &CronSettings::cron_cleanup_actions},
    {"cleanup_action_runs",                 nothing,                             &CronSettings::cron_cleanup_action_runs},
    // The house's own.
    {"forget_expired",                      forget_expired,                      nullptr, "@hourly"},
    {"forget_expired_tokens",               identity::forget_expired_tokens,     nullptr, "@hourly"},
    {"forget_unused_applications",          identity::forget_unused_clients,     nullptr, "@hourly"},
    {"remove_leftovers",                    repositories::remove_leftovers,      nullptr, "@every 10m"},
    {"record_missed_pushes",                repositories::record_missed,         nullptr, "@every 6h"},
    {"index_code",                          code_search::index_missing,          nullptr, "@every 1h"},
    {"remove_leftover_files",               remove_leftover_files,               nullptr, "@every 10m"},
    {"remove_unused_package_contents",      packages::clean_up,                  nullptr, "@every 10m"},
    {"remove_leftover_artifacts",           runners::remove_leftover_artifacts,  nullptr, "@every 10m"},
    {"tidy_action_logs",                    actions::tidy_logs,                  nullptr, "@every 10m"},
    {"remove_unused_lfs_objects",           lfs::remove_unused,                  nullptr, "@every 10m"},
};
// clang-format on

} // namespace

std::span<const cron::Task> upkeep_tasks() { return tasks; }

} // namespace cairn::app
