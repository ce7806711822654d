#include "pulls/review/reviewer_states.hpp"

#include <algorithm>

#include "db/composition.hpp"

namespace cairn::pulls {

using db::bound;

std::vector<StoredReview> reviewer_states(db::Queries& db, std::int64_t issue_id)
{
    const auto rows = db.all<StoredReview>(
        "SELECT id, issue_id, state, reviewer_id, team_id, '' AS body, commit_id, official, stale, dismissed,"
        " created_at, updated_at FROM review WHERE issue_id = $1 AND state <> 'PENDING' AND NOT dismissed"
        " ORDER BY id LIMIT 1000",
        issue_id);
    std::vector<StoredReview> last;
    for (const auto& row : rows) {
        if (row.reviewer_id == 0 && row.team_id == 0) continue; // the account is gone
        const auto before = std::ranges::find_if(last, [&](const StoredReview& one) {
            return one.reviewer_id == row.reviewer_id && one.team_id == row.team_id;
        });
        if (before == last.end()) last.push_back(row);
        else if (row.state != ReviewState::comment || before->state == ReviewState::comment) *before = row;
    }
    return last;
}

std::map<std::int64_t, StoredReview> find_reviews(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, StoredReview> found;
    if (ids.empty()) return found;
    db::Composition query("SELECT * FROM review WHERE state <> 'PENDING' AND id IN ");
    query << bound(ids);
    for (auto& row : db.all<StoredReview>(query)) found.emplace(row.id, std::move(row));
    return found;
}

} // namespace cairn::pulls
