// A review of a pull request as the database holds it, how it is found, and who may call an operation about one.
#pragma once

#include "organizations/team.hpp"
#include "pulls/pull.hpp"
#include "repositories/protection/protection.hpp"

namespace cairn::pulls {

enum class ReviewState : std::uint8_t { approved, pending, comment, request_changes, request_review };
BOOST_DESCRIBE_ENUM(ReviewState, approved, pending, comment, request_changes, request_review)
constexpr auto words(const ReviewState*)
{
    return std::array<std::string_view, 5>{"APPROVED", "PENDING", "COMMENT", "REQUEST_CHANGES", "REQUEST_REVIEW"};
}

// An approval or a rejection: what says whether it may be merged.
constexpr bool is_verdict(ReviewState state)
{
    return state == ReviewState::approved || state == ReviewState::request_changes;
}

struct StoredReview {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    ReviewState state = ReviewState::pending;
    std::int64_t reviewer_id = 0; // 0: the account is gone, or it is a request to a team
    std::int64_t team_id = 0;     // not 0: that team
    std::string body{};
    std::string commit_id{}; // empty for a request
    bool official = false;
    bool stale = false;
    bool dismissed = false;
    Time created_at{};
    Time updated_at{};
};
BOOST_DESCRIBE_STRUCT(StoredReview, (),
                      (id, issue_id, state, reviewer_id, team_id, body, commit_id, official, stale, dismissed,
                       created_at, updated_at))

std::optional<StoredReview> find_review(db::Queries&, std::int64_t id);
// The one draft that somebody may have.
std::optional<StoredReview> find_draft(db::Queries&, std::int64_t issue_id, std::int64_t reviewer_id);

// The commit that somebody has last said something about in a review; empty: none. Nobody has the id 0.
std::string last_reviewed(db::Queries&, std::int64_t issue_id, std::int64_t reviewer_id);

// Fills in its id and its times.
StoredReview insert_review(db::Transaction&, StoredReview);

// The rule that a pull request's base branch falls under, if it falls under one.
std::optional<repositories::StoredBranchProtection> rule_for(db::Queries&, const StoredPull&);

// Whether an approval, a rejection or a request counts for a protected branch: whose write access to code suffices
// unless the rule has a list of those whose word counts.
bool is_official(db::Queries&, const repositories::StoredRepository&, const StoredPull&, const accounts::Account&);
// Of a team only where there is a rule that asks.
bool is_official(db::Queries&, const StoredPull&, const organizations::StoredTeam&);

// What a guard leaves for the handler.
struct ReviewContext : PullContext {
    StoredReview review;

    bool is_author(const api::Caller& caller) const { return !caller.anonymous() && caller.id == review.reviewer_id; }
};

struct ReviewPath : PullPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ReviewPath, (PullPath), (id))
constexpr auto notes(const ReviewPath*)
{
    return std::array{Note{.member = "id", .doc = "the id of the review", .format = "int64"}};
}

// The review that {id} names; drafts are there for their authors and for administrators of the site.
Result<ReviewContext> find_review_at(api::Call&, PullContext);

template <question::Question ask> Result<void> check_review(api::Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(ask(call, place));
    call.load(TRY(find_review_at(call, TRY(find_pull_at(call, std::move(place))))));
    return {};
}

constexpr api::Guard review_guard(std::string_view name, Result<void> (*check)(api::Call&),
                                  api::Errors errors = {403, 404})
{
    return {.name = name,
            .path = &type_of<ReviewPath>(),
            .loads = &api::tag<ReviewContext>,
            .errors = errors,
            .check = check};
}

inline constexpr api::Guard reads_review = review_guard("reads the review", &check_review<question::reads_pulls>);
inline constexpr api::Guard changes_review = review_guard("reads the review, signed in, not archived",
                                                          &check_review<question::changeable>, {401, 403, 404, 423});

} // namespace cairn::pulls
