#include "pulls/merge/approvals.hpp"

#include "db/database.hpp"

namespace cairn::pulls {

namespace {

std::unexpected<Error> refuse(std::string why) { return fail(Errc::method_not_allowed, std::move(why)); }

} // namespace

ReviewTally review_tally(db::Queries& db, std::int64_t issue_id)
{
    return db.one<ReviewTally>("SELECT COUNT(CASE WHEN state = 'APPROVED' THEN 1 END) AS approvals,"
                               " COUNT(CASE WHEN state = 'APPROVED' AND stale THEN 1 END) AS stale_approvals,"
                               " COUNT(CASE WHEN state = 'REQUEST_CHANGES' THEN 1 END) AS rejections,"
                               " COUNT(CASE WHEN state = 'REQUEST_REVIEW' THEN 1 END) AS requests"
                               " FROM review WHERE issue_id = $1 AND official AND NOT dismissed",
                               issue_id);
}

Result<void> check_approvals(db::Queries& db, const repositories::StoredBranchProtection& rule, std::int64_t issue_id)
{
    const auto tally = review_tally(db, issue_id);
    const auto approvals = tally.approvals - (rule.ignore_stale_approvals ? tally.stale_approvals : 0);
    if (approvals < rule.required_approvals)
        return refuse("the branch demands " + std::to_string(rule.required_approvals) + " approvals, and there are "
                      + std::to_string(approvals));
    if (rule.block_on_rejected_reviews && tally.rejections > 0) return refuse("a review demands changes");
    if (rule.block_on_official_review_requests && tally.requests > 0)
        return refuse("somebody who was asked for a review has not answered");
    return {};
}

std::vector<accounts::Account> approvers(db::Queries& db, std::int64_t issue_id)
{
    return db.all<accounts::Account>(
        "SELECT a.* FROM review r JOIN account a ON a.id = r.reviewer_id WHERE r.issue_id = $1"
        " AND r.state = 'APPROVED' AND r.official AND NOT r.dismissed ORDER BY r.id",
        issue_id);
}

} // namespace cairn::pulls
