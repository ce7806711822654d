// Reviews that shall not count any more, and those that shall again.
#include "db/database.hpp"
#include "pulls/review/review_show.hpp"
#include "pulls/review/reviewing.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using issues::Change;

namespace {

struct DismissPullReviewOptions {
    std::string message;
    bool priors = false;
};
BOOST_DESCRIBE_STRUCT(DismissPullReviewOptions, (), (message, priors))
constexpr auto notes(const DismissPullReviewOptions*)
{
    return std::array{Note{"message", "why"}, Note{"priors", "all that the same person has said before, too"}};
}

Result<PullReview> change(Call& call, const ReviewContext& at,
                          const std::function<void(const Change&, StoredReview&)>& act)
{
    if (!at.place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository says which reviews count");
    const auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredReview> {
        auto issue = issues::find_issue(tx, at.issue.id);
        auto review = find_review(tx, at.review.id);
        if (!issue || !review) return not_found("the review");
        if (!is_verdict(review->state)) return fail(Errc::forbidden, "this is no approval and no rejection");
        if (issue->closed) return fail(Errc::forbidden, "the pull request is closed");
        act({tx, call.site.events, call.caller.id, *issue}, *review);
        return *review;
    }));
    return show_review(call, at, changed);
}

Result<PullReview> dismiss(Call& call, const ReviewContext& at, Body<DismissPullReviewOptions> body)
{
    return change(call, at, [&](const Change& change, StoredReview& review) {
        dismiss_review(change, review, body->message, body->priors);
    });
}

Result<PullReview> undismiss(Call& call, const ReviewContext& at) { return change(call, at, &restore_review); }

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}/dismissals",   scope::repository, changes_review, handle<dismiss>,   200, "repoDismissPullReview",   "Let a review count no longer", {403, 422}},
    {POST, "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}/undismissals", scope::repository, changes_review, handle<undismiss>, 200, "repoUnDismissPullReview", "Let a review count again", {403, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table dismissal_table{"repository", operations};

} // namespace cairn::pulls
