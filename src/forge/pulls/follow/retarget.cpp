#include "pulls/follow/retarget.hpp"

#include "db/database.hpp"
#include "events/events.hpp"
#include "pulls/merge/landing.hpp"

namespace cairn::pulls {

Result<> retarget(const issues::Change& change, StoredPull& pull, const std::string& base_branch)
{
    auto& [tx, events, actor_id, issue] = change;
    if (pull.base_branch == base_branch) return {};
    if (issue.closed) return fail(Errc::unprocessable, "the pull request is closed");
    if (pull.head_repository_id == pull.repository_id && pull.head_branch == base_branch && !pull.by_push)
        return fail(Errc::unprocessable, "head and base are the same branch");
    TRY(check_not_landing(tx, issue.id));
    if (find_open_pull(tx, pull.head_repository_id, pull.head_branch, pull.repository_id, base_branch, pull.by_push))
        return fail(Errc::conflict, "there is an open pull request of these branches");
    auto event = change.event(issues::EventKind::change_target_branch);
    event.old_text = pull.base_branch;
    event.new_text = pull.base_branch = base_branch;
    tx.run("UPDATE pull_request SET base_branch = $2, base_sha = '' WHERE issue_id = $1", issue.id, base_branch);
    event = issues::add_event(tx, std::move(event));
    issue.updated_at = event.created_at;
    events.tell(tx, events::PullRetargeted{change.told(), event.old_text, event.id});
    return {};
}

} // namespace cairn::pulls
