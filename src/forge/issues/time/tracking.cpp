#include "issues/time/tracking.hpp"

#include "accounts/profile/blocks.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::issues {

bool tracks_time(const api::Call& call, const RepositoryContext& place)
{
    return call.settings().service.enable_timetracking && place.repository.time_tracker;
}

bool may_track_time(const api::Call& call, const IssueContext& at)
{
    if (!tracks_time(call, at.place)) return false;
    if (at.may_write()) return true;
    if (accounts::is_blocked(call.db(), at.place.owner.id, call.caller.id)) return false;
    if (!at.place.repository.only_contributors_track_time || at.is_poster(call.caller)) return true;
    return call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue_assignee WHERE issue_id = $1 AND account_id = $2)"
                                  " AS value",
                                  at.issue.id, call.caller.id);
}

} // namespace cairn::issues
