#include "webhooks/listeners.hpp"

#include "base/time.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::webhooks {

void begin_with_hooks(db::Transaction& tx, const events::RepositoryCreated& made)
{
    tx.run("INSERT INTO webhook (place, repository_id, type, name, url, content_type, secret, authorization_header,"
           " events, branch_filter, channel, username, icon_url, color, is_active, created_at, updated_at)"
           " SELECT 'repository', CAST($1 AS BIGINT), type, name, url, content_type, secret, authorization_header,"
           " events, branch_filter, channel, username, icon_url, color, is_active, CAST($2 AS BIGINT),"
           " CAST($2 AS BIGINT) FROM webhook"
           " WHERE (repository_id IS NULL AND account_id IS NULL AND place = 'default') OR repository_id = $3"
           " ORDER BY id",
           made.repository_id, Time::now(), made.copies_webhooks ? made.template_id : 0);
}

} // namespace cairn::webhooks
