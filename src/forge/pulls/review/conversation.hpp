// Conversations about lines: answers to remarks, and which are over.
#pragma once

#include "issues/timeline/comment.hpp"
#include "pulls/review/line_comment.hpp"

namespace cairn::pulls {

// What a guard leaves for the handler: the remark, and the pull request that it is on.
struct LineCommentContext : PullContext {
    StoredLineComment comment;
};

struct ReplyPath : PullPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ReplyPath, (PullPath), (id))
constexpr auto notes(const ReplyPath*)
{
    return std::array{Note{.member = "id", .doc = "the id of the remark", .format = "int64"}};
}

// Whoever may talk about the pull request; a draft has one author, whoever else may read it. Errc::bad_request for a
// comment that is on no line.
Result<void> check_answers(api::Call&);
inline constexpr api::Guard answers_remark{.name = "reads the remark, signed in, not archived",
                                           .path = &type_of<ReplyPath>(),
                                           .loads = &api::tag<LineCommentContext>,
                                           .errors = {400, 401, 403, 404, 423},
                                           .check = &check_answers};

// A conversation is over when somebody says so who has to do with it: the poster, those who may write to pull requests,
// and those whose reviews count.
Result<void> check_resolves(api::Call&);
inline constexpr api::Guard resolves_remark{.name = "may resolve the conversation",
                                            .path = &type_of<issues::CommentPath>(),
                                            .loads = &api::tag<LineCommentContext>,
                                            .errors = {400, 401, 403, 404, 423},
                                            .check = &check_resolves};

struct CreatePullReviewCommentReplyOptions {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(CreatePullReviewCommentReplyOptions, (), (body))
constexpr auto notes(const CreatePullReviewCommentReplyOptions*)
{
    return std::array{Note{"body", "the answer, in Markdown; it must say something"}};
}

// In the same review and on the same line; what stands in a draft is told to nobody. Brings the pull request up to
// date. Errc::unprocessable without a text, Errc::forbidden where the caller may not talk, Errc::not_found if the
// remark is gone.
Result<StoredLineComment> answer_remark(const api::Call&, LineCommentContext&,
                                        const CreatePullReviewCommentReplyOptions&);

// The first remark of a conversation bears who has ended it: of those of one review on one line.
void resolve_comment(const api::Call&, const LineCommentContext&);
void unresolve_comment(const api::Call&, const LineCommentContext&);

} // namespace cairn::pulls
