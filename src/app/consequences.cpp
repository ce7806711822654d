#include "app/consequences.hpp"

#include "config/settings.hpp"
#include "issues/listeners.hpp"
#include "repositories/listeners.hpp"
#include "webhooks/listeners.hpp"
#include "repositories/protection.hpp"

namespace cairn::app {

events::Bus consequences(const config::Settings& settings)
{
    events::Bus bus;
    bus.add<events::RepositoryCreated>(&issues::begin_with_labels);
    bus.add<events::RepositoryCreated>(&repositories::copy_protections);
    bus.add<events::RepositoryCreated>(&webhooks::begin_with_hooks);
    bus.add<events::RepositoryDeleted>(&issues::forget_repository);
    bus.add<events::IssueStateChanged>(&issues::stop_watch_on_close);
    bus.add<events::AccessLost>(&repositories::drop_lost_watches);
    bus.add<events::AccountDeleted>(&repositories::forget_account);
    bus.add<events::AccountBlocked>(&repositories::part_accounts);
    if (settings.service.auto_watch_new_repos) bus.add<events::TeamJoined>(&repositories::watch_with_team);
    return bus;
}

} // namespace cairn::app
