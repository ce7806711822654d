#include "pulls/merge/stacked.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "issues/changes.hpp"
#include "pulls/follow/retarget.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pulls {

namespace {

// More than these are no stack: they go to a branch that many work on.
constexpr std::size_t most_stacked = 20;

std::vector<std::int64_t> stacked_on(db::Queries& db, const Known& merged)
{
    if (merged.pull.head_repository_id != merged.repository.id || merged.pull.by_push) return {};
    return db.all<std::int64_t>(
        "SELECT p.issue_id FROM pull_request p JOIN issue i ON i.id = p.issue_id"
        " WHERE p.repository_id = $1 AND p.base_branch = $2 AND NOT i.closed ORDER BY p.issue_id",
        merged.repository.id, merged.pull.head_branch);
}

bool stays(db::Queries& db, const Known& merged)
{
    const auto& [repository, issue, pull] = merged;
    if (pull.head_branch == repository.default_branch || pull.head_branch == repository.default_target_branch)
        return true;
    if (rule_for(db, StoredPull{.repository_id = repository.id, .base_branch = pull.head_branch})) return true;
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                           " WHERE p.repository_id = $1 AND p.head_repository_id = $1 AND p.head_branch = $2"
                           " AND NOT p.by_push AND i.merged_at <> 0 AND p.issue_id <> $3) AS value",
                           repository.id, pull.head_branch, issue.id);
}

void lift(db::Transaction& tx, const events::Bus& events, std::int64_t actor_id, std::int64_t id, const Known& merged)
{
    auto issue = issues::find_issue(tx, id);
    auto pull = find_pull(tx, id);
    if (!issue || !pull) return;
    if (const auto moved = retarget({tx, events, actor_id, *issue}, *pull, merged.pull.base_branch); !moved)
        log::info("a pull request cannot follow the one that it was based on",
                  {{"repository", merged.repository.id}, {"error", moved.error().message}});
}

} // namespace

void lift_stack(db::Transaction& tx, const events::Bus& events, std::int64_t actor_id, const Known& merged)
{
    const auto stacked = stacked_on(tx, merged);
    if (stacked.empty() || stacked.size() > most_stacked || stays(tx, merged)) return;
    for (const auto id : stacked) lift(tx, events, actor_id, id, merged);
}

void retarget_stacked(const api::Site& site, const Known& merged, std::int64_t actor_id)
{
    for (const auto id : stacked_on(site.db, merged))
        site.db.write([&](db::Transaction& tx) { lift(tx, site.events, actor_id, id, merged); });
}

} // namespace cairn::pulls
