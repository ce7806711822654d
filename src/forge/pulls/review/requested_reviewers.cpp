// Who is asked to review a pull request.
#include <algorithm>

#include "db/database.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/review/review_requests.hpp"
#include "pulls/review/review_show.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;

namespace {

struct PullReviewRequestOptions {
    std::vector<std::string> reviewers;
    std::vector<std::string> team_reviewers;
};
BOOST_DESCRIBE_STRUCT(PullReviewRequestOptions, (), (reviewers, team_reviewers))
constexpr auto notes(const PullReviewRequestOptions*)
{
    return std::array{
        Note{"reviewers", "people, by their names or addresses"},
        Note{"team_reviewers", "teams of the organization, by their names"},
    };
}

// The poster, unless the owner has blocked them, and whoever may write to pull requests.
Result<void> check_may_choose(const Call& call, const PullContext& at)
{
    if (at.may_write()) return {};
    if (!at.is_poster(call.caller)) return fail(Errc::unprocessable, "you may not choose who reviews it");
    return issues::check_not_blocked(call, at);
}

Result<std::vector<PullReview>> request(Call& call, const PullContext& at, Body<PullReviewRequestOptions> body)
{
    const auto reviewers = TRY(find_reviewers(call, at.place, body->reviewers, body->team_reviewers));
    TRY(check_may_choose(call, at));
    TRY(check_can_review(call.db(), at.place.repository, at.issue.poster_id, call.caller.id, reviewers));
    const auto requests = TRY(call.db().write([&](db::Transaction& tx) -> Result<std::vector<StoredReview>> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        return request_reviews({tx, call.site.events, call.caller.id, *issue}, at.place.repository, at.pull, reviewers);
    }));
    return show_reviews(call, at, requests);
}

Result<> withdraw(Call& call, const PullContext& at, Body<PullReviewRequestOptions> body)
{
    const auto reviewers = TRY(find_reviewers(call, at.place, body->reviewers, body->team_reviewers));
    // Everybody may decline.
    const bool only_self = reviewers.teams.empty()
        && std::ranges::all_of(reviewers.people, [&](const auto& person) { return person.id == call.caller.id; });
    if (!only_self) TRY(check_may_choose(call, at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        withdraw_requests({tx, call.site.events, call.caller.id, *issue}, reviewers);
        return {};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/requested_reviewers", scope::repository, changes_pull, handle<request>,  201, "repoCreatePullReviewRequests", "Ask people or teams to review a pull request", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/pulls/{index}/requested_reviewers", scope::repository, changes_pull, handle<withdraw>, 204, "repoDeletePullReviewRequests", "Ask people or teams for a review no longer", {403, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table requested_reviewer_table{"repository", operations};

} // namespace cairn::pulls
