#include "app/catalog.hpp"

#include "accounts/keys/gpg_keys.hpp"
#include "accounts/keys/key_texts.hpp"
#include "accounts/keys/public_keys.hpp"
#include "accounts/profile/avatars.hpp"
#include "accounts/profile/blocks.hpp"
#include "accounts/profile/emails.hpp"
#include "accounts/profile/follows.hpp"
#include "accounts/profile/settings.hpp"
#include "accounts/tokens/tokens.hpp"
#include "accounts/user_search.hpp"
#include "accounts/users.hpp"
#include "actions/tables.hpp"
#include "admin/audit.hpp"
#include "admin/badges.hpp"
#include "admin/emails.hpp"
#include "admin/keys.hpp"
#include "admin/user_search.hpp"
#include "admin/users.hpp"
#include "app/monitoring.hpp"
#include "attachments/download.hpp"
#include "contents/reference_tables.hpp"
#include "contents/tables.hpp"
#include "cron/cron.hpp"
#include "feeds/tables.hpp"
#include "identity/tables.hpp"
#include "issues/deletion_check.hpp"
#include "issues/tables.hpp"
#include "lfs/tables.hpp"
#include "migrations/tables.hpp"
#include "mirrors/tables.hpp"
#include "misc/server.hpp"
#include "misc/tables.hpp"
#include "notifications/tables.hpp"
#include "organizations/deletion_check.hpp"
#include "organizations/tables.hpp"
#include "packages/deletion_check.hpp"
#include "packages/tables.hpp"
#include "pages/admin/audit.hpp"
#include "pages/settings/security.hpp"
#include "pages/settings/settings.hpp"
#include "pages/site/home.hpp"
#include "pages/site/recovery.hpp"
#include "pages/site/reference.hpp"
#include "pages/site/sign_in.hpp"
#include "pages/site/sign_up.hpp"
#include "pages/site/two_factor.hpp"
#include "pages/site/well_known.hpp"
#include "projects/tables.hpp"
#include "pulls/tables.hpp"
#include "releases/tables.hpp"
#include "repositories/lifecycle/deletion_check.hpp"
#include "repositories/tables.hpp"
#include "runners/tables.hpp"
#include "transport/tables.hpp"
#include "webhooks/tables.hpp"
#include "wiki/pages.hpp"

namespace cairn::app {

std::span<const api::Table* const> catalog()
{
    static const api::Table* const tables[] = {
        &accounts::user_table,
        &accounts::user_search_table,
        &accounts::follow_table,
        &accounts::block_table,
        &accounts::settings_table,
        &accounts::email_table,
        &accounts::avatar_table,
        &accounts::picture_table,
        &identity::access_token_table,
        &identity::current_token_table,
        &admin::user_table,
        &admin::user_search_table,
        &admin::badge_table,
        &admin::email_table,
        &misc::server_table,
        &misc::setting_table,
        &pages::reference_table,
        &monitoring_table,
        &pages::home_table,
        &pages::sign_in_table,
        &repositories::repository_table,
        &repositories::creation_table,
        &repositories::organization_creation_table,
        &repositories::admin_creation_table,
        &repositories::edit_table,
        &repositories::list_table,
        &repositories::organization_list_table,
        &repositories::search_table,
        &repositories::collaborator_table,
        &repositories::team_table,
        &repositories::team_repository_table,
        &repositories::star_table,
        &repositories::stargazer_table,
        &repositories::watch_table,
        &repositories::subscriber_table,
        &repositories::topic_table,
        &repositories::transfer_table,
        &repositories::fork_table,
        &repositories::generate_table,
        &repositories::detail_table,
        &repositories::candidate_table,
        &feeds::user_feed_table,
        &feeds::organization_feed_table,
        &feeds::feed_table,
        &feeds::account_syndication_table,
        &feeds::syndication_table,
        &repositories::deploy_key_table,
        &repositories::avatar_table,
        &repositories::picture_table,
        &issues::label_table,
        &issues::organization_label_table,
        &issues::issue_label_table,
        &issues::milestone_table,
        &contents::read_table,
        &contents::write_table,
        &repositories::branch_protection_table,
        &repositories::tag_protection_table,
        &repositories::public_access_table,
        &issues::issue_table,
        &issues::issue_list_table,
        &issues::time_table,
        &issues::repository_time_table,
        &issues::user_time_table,
        &issues::stopwatch_table,
        &issues::user_stopwatch_table,
        &issues::issue_edit_table,
        &issues::assignee_table,
        &issues::deadline_table,
        &issues::lock_table,
        &issues::pin_table,
        &issues::pinned_table,
        &issues::subscription_table,
        &issues::comment_table,
        &issues::reaction_table,
        &issues::timeline_table,
        &projects::repository_project_table,
        &projects::organization_project_table,
        &projects::own_project_table,
        &projects::repository_column_table,
        &projects::organization_column_table,
        &projects::own_column_table,
        &projects::repository_card_table,
        &projects::organization_card_table,
        &projects::own_card_table,
        &repositories::unadopted_table,
        &repositories::go_import_table,
        &webhooks::repository_hook_table,
        &webhooks::git_hook_table,
        &webhooks::organization_hook_table,
        &webhooks::own_hook_table,
        &webhooks::site_hook_table,
        &webhooks::test_table,
        &webhooks::repository_delivery_table,
        &webhooks::organization_delivery_table,
        &webhooks::own_delivery_table,
        &webhooks::site_delivery_table,
        &notifications::notification_table,
        &contents::diffpatch_table,
        &contents::raw_table,
        &contents::raw_site_table,
        &contents::editorconfig_table,
        &contents::blob_table,
        &contents::reference_table,
        &contents::commit_table,
        &contents::note_table,
        &contents::compare_table,
        &transport::smart_http_table,
        &transport::dumb_http_table,
        &lfs::batch_table,
        &lfs::object_table,
        &lfs::lock_table,
        &transport::archive_table,
        &transport::archive_page_table,
        &transport::upstream_table,
        &runners::repository_secret_table,
        &runners::organization_secret_table,
        &runners::own_secret_table,
        &runners::repository_variable_table,
        &runners::organization_variable_table,
        &runners::own_variable_table,
        &runners::repository_runner_table,
        &runners::organization_runner_table,
        &runners::own_runner_table,
        &runners::site_runner_table,
        &runners::service_table,
        &runners::artifact_table,
        &runners::artifact_file_table,
        &runners::artifact_service_table,
        &runners::artifact_pipeline_table,
        &mirrors::pull_mirror_table,
        &mirrors::push_mirror_table,
        &migrations::migrate_table,
        &issues::template_table,
        &attachments::download_table,
        &issues::attachment_table,
        &issues::dependency_table,
        &issues::issue_search_table,
        &contents::branch_table,
        &contents::branch_move_table,
        &contents::status_table,
        &releases::tag_table,
        &releases::release_table,
        &releases::change_table,
        &releases::asset_table,
        &releases::download_table,
        &releases::latest_table,
        &pulls::create_table,
        &pulls::list_table,
        &pulls::pull_table,
        &pulls::edit_table,
        &pulls::file_table,
        &pulls::merge_table,
        &pulls::update_table,
        &pulls::text_site_table,
        &pulls::review_table,
        &pulls::dismissal_table,
        &pulls::review_comment_table,
        &pulls::requested_reviewer_table,
        &packages::package_table,
        &packages::admin_package_table,
        &packages::link_table,
        &packages::generic_table,
        &actions::workflow_table,
        &actions::dispatch_table,
        &actions::run_table,
        &actions::organization_run_table,
        &actions::own_run_table,
        &actions::site_run_table,
        &actions::control_table,
        &actions::job_table,
        &actions::organization_job_table,
        &actions::own_job_table,
        &actions::site_job_table,
        &actions::task_table,
        &actions::log_table,
        &actions::service_table,
        &actions::badge_table,
        &wiki::page_table,
        &organizations::organization_table,
        &organizations::affiliation_table,
        &organizations::administration_table,
        &organizations::avatar_table,
        &organizations::block_table,
        &organizations::member_table,
        &organizations::team_table,
        &organizations::own_team_table,
        &organizations::team_member_table,
        &cron::cron_table,
        &identity::user_application_table,
        &identity::token_endpoint_table,
        &identity::pushed_request_table,
        &identity::registration_table,
        &identity::client_management_table,
        &identity::authorization_table,
        &identity::consent_table,
        &identity::logout_table,
        &identity::settings_table,
        &identity::application_page_table,
        &identity::metadata_table,
        &identity::key_table,
        &identity::userinfo_table,
        &identity::introspection_table,
        &identity::revocation_table,
        &misc::template_table,
        &misc::markup_table,
        &misc::repository_markup_table,
        &repositories::signing_key_table,
        &repositories::site_signing_key_table,
        &accounts::public_key_table,
        &accounts::gpg_key_table,
        &accounts::key_text_table,
        &admin::key_table,
        &admin::audit_table,
        &pages::sign_up_table,
        &pages::recovery_table,
        &pages::two_factor_table,
        &pages::profile_table,
        &pages::account_table,
        &pages::security_table,
        &pages::well_known_table,
        &pages::security_key_table,
        &pages::audit_table,
        &pages::key_table,
    };
    return tables;
}

accounts::DeletionChecks deletion_checks()
{
    static const accounts::DeletionCheck* const all[] = {&repositories::ownership, &packages::ownership,
                                                         &organizations::membership, &issues::authorship};
    return all;
}

} // namespace cairn::app
