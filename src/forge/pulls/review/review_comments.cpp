// Remarks on lines: those of a review, answers to them, and which conversations are over.
#include "db/database.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/review/conversation.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;

namespace {

Result<std::vector<PullReviewComment>> list(Call& call, const ReviewContext& found)
{
    auto at = found;
    follow(call, at);
    return show_line_comments(call, at, line_comments_of(call.db(), at.review.id));
}

Result<PullReviewComment> reply(Call& call, const LineCommentContext& found,
                                Body<CreatePullReviewCommentReplyOptions> body)
{
    auto at = found;
    const auto made = TRY(answer_remark(call, at, body.value));
    return std::move(show_line_comments(call, at, {&made, 1}).front());
}

Result<> resolve(Call& call, const LineCommentContext& at)
{
    resolve_comment(call, at);
    return {};
}

Result<> unresolve(Call& call, const LineCommentContext& at)
{
    unresolve_comment(call, at);
    return {};
}

// clang-format off
constexpr Operation review_comment_operations[] = {
    {GET,  "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}/comments",  scope::repository, reads_review,    handle<list>,      200, "repoGetPullReviewComments",        "List the remarks of a review on lines"},
    {POST, "/repos/{owner}/{repo}/pulls/{index}/comments/{id}/replies",  scope::repository, answers_remark,  handle<reply>,     201, "repoCreatePullReviewCommentReply", "Answer a remark on a line", {403, 422}},
    {POST, "/repos/{owner}/{repo}/pulls/comments/{id}/resolve",          scope::repository, resolves_remark, handle<resolve>,   204, "repoResolvePullReviewComment",     "Say that a conversation about a line is over"},
    {POST, "/repos/{owner}/{repo}/pulls/comments/{id}/unresolve",        scope::repository, resolves_remark, handle<unresolve>, 204, "repoUnresolvePullReviewComment",   "Say that a conversation about a line is not over"},
};
// clang-format on
static_assert(well_formed(review_comment_operations));

} // namespace

const Table review_comment_table{"repository", review_comment_operations};

} // namespace cairn::pulls
