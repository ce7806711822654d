// Reviews of pull requests: writing, submitting, reading and deleting them, which of them count, and who is asked for
// one.
#include "pulls/review/review_requests.hpp"
#include "pulls/review/review_show.hpp"
#include "pulls/review/submitting.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;

namespace {

Result<PullReview> create(Call& call, const PullContext& at, Body<CreatePullReviewOptions> body)
{
    return show_review(call, at, TRY(create_review(call, at, body.value)));
}

Result<PullReview> submit(Call& call, const ReviewContext& at, Body<SubmitPullReviewOptions> body)
{
    return show_review(call, at, TRY(submit_review(call, at, body.value)));
}

Result<Unlinked<PullReview>> list(Call& call, const PullContext& at, Query<Paging> paging)
{
    const auto found = list_reviews(call, at, paging.value);
    return Unlinked<PullReview>{.page = {.items = show_reviews(call, at, found.items), .total = found.total}};
}

Result<PullReview> get(Call& call, const ReviewContext& at) { return show_review(call, at, at.review); }

Result<> remove(Call& call, const ReviewContext& at) { return delete_review(call, at); }

Result<PullReview> dismiss(Call& call, const ReviewContext& at, Body<DismissPullReviewOptions> body)
{
    return show_review(call, at, TRY(dismiss_review(call, at, body.value)));
}

Result<PullReview> undismiss(Call& call, const ReviewContext& at)
{
    return show_review(call, at, TRY(undismiss_review(call, at)));
}

Result<std::vector<PullReview>> request(Call& call, const PullContext& at, Body<PullReviewRequestOptions> body)
{
    return show_reviews(call, at, TRY(request_reviewers(call, at, body.value)));
}

Result<> withdraw(Call& call, const PullContext& at, Body<PullReviewRequestOptions> body)
{
    return withdraw_reviewers(call, at, body.value);
}

// clang-format off
constexpr Operation review_operations[] = {
    {GET,    "/repos/{owner}/{repo}/pulls/{index}/reviews",      scope::repository, reads_pull,     handle<list>,   200, "repoListPullReviews",  "List the reviews of a pull request", {422}},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/reviews",      scope::repository, changes_pull,   handle<create>, 200, "repoCreatePullReview", "Review a pull request", {403, 422}},
    {GET,    "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}", scope::repository, reads_review,   handle<get>,    200, "repoGetPullReview",    "Get a review of a pull request"},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}", scope::repository, changes_review, handle<submit>, 200, "repoSubmitPullReview", "Submit a review that was a draft", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}", scope::repository, changes_review, handle<remove>, 204, "repoDeletePullReview", "Delete a review of a pull request", {403}},
    {POST, "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}/dismissals",   scope::repository, changes_review, handle<dismiss>,   200, "repoDismissPullReview",   "Let a review count no longer", {403, 422}},
    {POST, "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}/undismissals", scope::repository, changes_review, handle<undismiss>, 200, "repoUnDismissPullReview", "Let a review count again", {403, 422}},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/requested_reviewers", scope::repository, changes_pull, handle<request>,  201, "repoCreatePullReviewRequests", "Ask people or teams to review a pull request", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/pulls/{index}/requested_reviewers", scope::repository, changes_pull, handle<withdraw>, 204, "repoDeletePullReviewRequests", "Ask people or teams for a review no longer", {403, 422}},
};
// clang-format on
static_assert(well_formed(review_operations));

} // namespace

const Table review_table{"repository", review_operations};

} // namespace cairn::pulls
