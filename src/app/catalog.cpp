#include "app/catalog.hpp"

#include <vector>

#include "accounts/tables.hpp"
#include "actions/tables.hpp"
#include "admin/tables.hpp"
#include "app/monitoring.hpp"
#include "attachments/tables.hpp"
#include "contents/tables.hpp"
#include "cron/tables.hpp"
#include "feeds/tables.hpp"
#include "identity/tables.hpp"
#include "issues/deletion_check.hpp"
#include "issues/tables.hpp"
#include "lfs/tables.hpp"
#include "migrations/tables.hpp"
#include "mirrors/tables.hpp"
#include "misc/tables.hpp"
#include "notifications/tables.hpp"
#include "organizations/deletion_check.hpp"
#include "organizations/tables.hpp"
#include "packages/deletion_check.hpp"
#include "packages/tables.hpp"
#include "pages/actions/tables.hpp"
#include "pages/admin/tables.hpp"
#include "pages/code/tables.hpp"
#include "pages/dashboard/tables.hpp"
#include "pages/explore/tables.hpp"
#include "pages/hooks/tables.hpp"
#include "pages/issue/tables.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/making/tables.hpp"
#include "pages/notifications/tables.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/packages/tables.hpp"
#include "pages/places/tables.hpp"
#include "pages/profiles/tables.hpp"
#include "pages/projects/tables.hpp"
#include "pages/pull/tables.hpp"
#include "pages/pull_files/tables.hpp"
#include "pages/repository_settings/tables.hpp"
#include "pages/settings/tables.hpp"
#include "pages/site/tables.hpp"
#include "pages/wiki/tables.hpp"
#include "projects/tables.hpp"
#include "pulls/tables.hpp"
#include "releases/tables.hpp"
#include "repositories/lifecycle/deletion_check.hpp"
#include "repositories/tables.hpp"
#include "runners/tables.hpp"
#include "transport/tables.hpp"
#include "webhooks/tables.hpp"
#include "wiki/tables.hpp"

namespace cairn::app {

std::span<const api::Table* const> catalog()
{
    static const auto all = [] {
        std::vector<const api::Table*> tables{&monitoring_table};
        // clang-format off
        for (const auto room : {
                 accounts::tables(),
                 identity::tables(),
                 admin::tables(),
                 misc::tables(),
                 pages::site::tables(),
                 pages::places::tables(),
                 pages::code::tables(),
                 pages::dashboard::tables(),
                 pages::explore::tables(),
                 pages::issue::tables(),
                 pages::issue_lists::tables(),
                 pages::making::tables(),
                 pages::notification_pages::tables(),
                 pages::organization_pages::tables(),
                 pages::profiles::tables(),
                 pages::boards::tables(),
                 pages::pull::tables(),
                 pages::pull_files::tables(),
                 pages::repository_settings::tables(),
                 pages::hooks::tables(),
                 pages::settings::tables(),
                 pages::wiki_pages::tables(),
                 pages::package_pages::tables(),
                 pages::workflow_pages::tables(),
                 pages::administration::tables(),
                 repositories::tables(),
                 feeds::tables(),
                 issues::tables(),
                 contents::tables(),
                 projects::tables(),
                 webhooks::tables(),
                 notifications::tables(),
                 transport::tables(),
                 lfs::tables(),
                 runners::tables(),
                 mirrors::tables(),
                 migrations::tables(),
                 attachments::tables(),
                 releases::tables(),
                 pulls::tables(),
                 packages::tables(),
                 actions::tables(),
                 wiki::tables(),
                 organizations::tables(),
                 cron::tables(),
             })
            tables.insert(tables.end(), room.begin(), room.end());
        // clang-format on
        return tables;
    }();
    return all;
}

accounts::DeletionChecks deletion_checks()
{
    static const accounts::DeletionCheck* const all[] = {&repositories::ownership, &packages::ownership,
                                                         &organizations::membership, &issues::authorship};
    return all;
}

} // namespace cairn::app
