#include "pages/issue/thread_rights.hpp"

namespace cairn::pages {

using api::Call;
using issues::IssueContext;
using issues::RepositoryContext;

ThreadRights thread_rights(const Call& call, const IssueContext& at)
{
    ThreadRights rights{.archived = at.place.repository.archived()};
    rights.locked = at.issue.locked && !at.may_write();
    if (call.caller.anonymous()) return rights;
    rights.signed_in = true;
    rights.blocked = !issues::check_not_blocked(call, at);
    if (rights.archived) return rights;
    const bool is_poster = at.is_poster(call.caller);
    rights.may_talk = !rights.locked && !rights.blocked;
    rights.may_write = at.may_write();
    rights.may_edit = at.may_write() || (is_poster && !rights.blocked);
    rights.may_change_state = (at.may_write() || is_poster) && !at.issue.merged();
    rights.may_administer = at.place.access.administers();
    return rights;
}

Result<void> administers_live(const Call& call, const RepositoryContext& place)
{
    TRY(issues::question::changeable(call, place));
    return issues::question::administers(call, place);
}

} // namespace cairn::pages
