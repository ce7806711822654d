#include "pulls/review/review.hpp"

#include "base/text.hpp"
#include "db/database.hpp"
#include "repositories/protection/ref_rules.hpp"

namespace cairn::pulls {

using access::Unit;
using api::Call;
using repositories::RefRules;
using repositories::RuleList;
using repositories::StoredBranchProtection;

std::optional<StoredReview> find_review(db::Queries& db, std::int64_t id)
{
    return db.first<StoredReview>("SELECT * FROM review WHERE id = $1", id);
}

std::optional<StoredReview> find_draft(db::Queries& db, std::int64_t issue_id, std::int64_t reviewer_id)
{
    return db.first<StoredReview>("SELECT * FROM review WHERE issue_id = $1 AND reviewer_id = $2 AND state = 'PENDING'",
                                  issue_id, reviewer_id);
}

std::string last_reviewed(db::Queries& db, std::int64_t issue_id, std::int64_t reviewer_id)
{
    if (reviewer_id == 0) return {};
    return db
        .first<std::string>("SELECT commit_id FROM review WHERE issue_id = $1 AND reviewer_id = $2 AND commit_id <> ''"
                            " AND state IN ('APPROVED', 'COMMENT', 'REQUEST_CHANGES') ORDER BY updated_at DESC, id DESC"
                            " LIMIT 1",
                            issue_id, reviewer_id)
        .value_or(std::string());
}

StoredReview insert_review(db::Transaction& tx, StoredReview review)
{
    const auto given = [](std::int64_t id) { return id != 0 ? std::optional(id) : std::nullopt; };
    review.created_at = review.updated_at = Time::now();
    review.id = tx.scalar<std::int64_t>(
        "INSERT INTO review (issue_id, state, reviewer_id, team_id, body, commit_id, official, stale, dismissed,"
        " created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
        review.issue_id, review.state, given(review.reviewer_id), given(review.team_id), review.body, review.commit_id,
        review.official, review.stale, review.dismissed, review.created_at, review.updated_at);
    return review;
}

std::optional<StoredBranchProtection> rule_for(db::Queries& db, const StoredPull& pull)
{
    for (auto& rule : repositories::branch_protections(db, pull.repository_id))
        if (repositories::BranchPattern(rule.rule_name).matches(pull.base_branch)) return std::move(rule);
    return {};
}

bool is_official(db::Queries& db, const repositories::StoredRepository& repository, const StoredPull& pull,
                 const accounts::Account& person)
{
    const access::Viewer viewer{.id = person.id, .admin = person.is_admin, .restricted = person.is_restricted};
    const auto access = access::access_to(db, viewer, repository.facts());
    const auto rules =
        RefRules::load(db, repository, repositories::Pusher::of(viewer, access), RefRules::Part::branches);
    const auto* rule = rules.rule_for(pull.base_branch);
    if (rule != nullptr && rule->approvals_list) return rules.is_on(*rule, RuleList::approvals);
    return access.writes(Unit::code);
}

bool is_official(db::Queries& db, const StoredPull& pull, const organizations::StoredTeam& team)
{
    const auto rule = rule_for(db, pull);
    if (!rule) return false;
    if (!rule->approvals_list) return team.rights().levels.on(Unit::code) >= access::Level::write;
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM branch_protection_team WHERE protection_id = $1"
                           " AND list = $2 AND team_id = $3) AS value",
                           rule->id, RuleList::approvals, team.id);
}

Result<ReviewContext> find_review_at(Call& call, PullContext at)
{
    const auto id = text::parse_integer(call.segment("id"), 1);
    auto review = id ? find_review(call.db(), *id) : std::nullopt;
    if (!review || review->issue_id != at.issue.id) return not_found("the review");
    ReviewContext found{std::move(at), std::move(*review)};
    if (found.review.state == ReviewState::pending && !found.is_author(call.caller) && !call.caller.admin)
        return not_found("the review");
    return found;
}

} // namespace cairn::pulls
