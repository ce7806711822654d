// What reviews have to say for a merge into a protected branch.
#pragma once

#include "pulls/review/review.hpp"

namespace cairn::pulls {

// Errc::method_not_allowed, with words for the person, where approvals are missing, a rejection stands against it, or
// somebody has not answered whose answer the rule waits for.
Result<void> check_approvals(db::Queries&, const repositories::StoredBranchProtection&, std::int64_t issue_id);

// What those have said whose word counts.
struct ReviewTally {
    std::int64_t approvals = 0;
    std::int64_t stale_approvals = 0;
    std::int64_t rejections = 0;
    std::int64_t requests = 0;
};
BOOST_DESCRIBE_STRUCT(ReviewTally, (), (approvals, stale_approvals, rejections, requests))
ReviewTally review_tally(db::Queries&, std::int64_t issue_id);

// Those whose approval counts, in the order in which they gave it.
std::vector<accounts::Account> approvers(db::Queries&, std::int64_t issue_id);

} // namespace cairn::pulls
