// Remarks on lines: those of a review, answers to them, and which conversations are over.
#include "base/text.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/timeline/comment.hpp"
#include "issues/timeline/references.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/review/line_comment.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using issues::Change;
using issues::EventKind;

namespace {

struct CreatePullReviewCommentReplyOptions {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(CreatePullReviewCommentReplyOptions, (), (body))
constexpr auto notes(const CreatePullReviewCommentReplyOptions*)
{
    return std::array{Note{"body", "the answer, in Markdown; it must say something"}};
}

// What a guard leaves for the handler: the remark, and the pull request that it is on.
struct LineCommentContext : PullContext {
    StoredLineComment comment;
};

// Remarks of drafts are there for their authors and for administrators of the site. Errc::bad_request for a comment
// that is on no line.
Result<StoredLineComment> find_remark(const Call& call, std::int64_t repository_id)
{
    const auto id = text::parse_integer(call.segment("id"), 1);
    const auto row = id ? issues::find_comment(call.db(), *id) : std::nullopt;
    if (!row || row->repository_id != repository_id) return not_found("the comment");
    if (row->kind != EventKind::code) return fail(Errc::bad_request, "this comment is on no line");
    auto comment = find_line_comment(call.db(), *id);
    if (!comment || (comment->in_draft && comment->poster_id != call.caller.id && !call.caller.admin))
        return not_found("the comment");
    return std::move(*comment);
}

struct ReplyPath : PullPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ReplyPath, (PullPath), (id))
constexpr auto notes(const ReplyPath*)
{
    return std::array{Note{.member = "id", .doc = "the id of the remark", .format = "int64"}};
}

Result<void> check_answers(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::changeable(call, place));
    auto pull = TRY(find_pull_at(call, std::move(place)));
    auto comment = TRY(find_remark(call, pull.place.repository.id));
    // A draft has one author, whoever else may read it.
    const bool in_draft_of_other = comment.in_draft && comment.poster_id != call.caller.id;
    if (comment.issue_id != pull.issue.id || in_draft_of_other) return not_found("the comment");
    call.load(LineCommentContext{std::move(pull), std::move(comment)});
    return {};
}
constexpr Guard answers_remark{.name = "reads the remark, signed in, not archived",
                               .path = &type_of<ReplyPath>(),
                               .loads = &tag<LineCommentContext>,
                               .errors = {400, 401, 403, 404, 423},
                               .check = &check_answers};

// A conversation is over when somebody says so who has to do with it: the poster, those who may write to pull requests,
// and those whose reviews count.
Result<void> check_resolves(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::changeable(call, place));
    auto comment = TRY(find_remark(call, place.repository.id));
    auto issue = issues::find_issue(call.db(), comment.issue_id);
    auto pull = find_pull(call.db(), comment.issue_id);
    if (!issue || !pull) return not_found("the comment");
    LineCommentContext at{PullContext{{.place = std::move(place), .issue = std::move(*issue)}, std::move(*pull)},
                          std::move(comment)};
    if (!at.is_poster(call.caller) && !at.may_write()
        && !is_official(call.db(), at.place.repository, at.pull, *call.caller.account))
        return fail(Errc::forbidden, "you may not say that this conversation is over");
    if (!at.may_write()) TRY(issues::check_not_blocked(call, at));
    call.load(std::move(at));
    return {};
}
constexpr Guard resolves_remark{.name = "may resolve the conversation",
                                .path = &type_of<issues::CommentPath>(),
                                .loads = &tag<LineCommentContext>,
                                .errors = {400, 401, 403, 404, 423},
                                .check = &check_resolves};

Result<std::vector<PullReviewComment>> list(Call& call, const ReviewContext& found)
{
    auto at = found;
    follow(call, at);
    return show_line_comments(call, at, line_comments_of(call.db(), at.review.id));
}

Result<PullReviewComment> reply(Call& call, const LineCommentContext& found,
                                Body<CreatePullReviewCommentReplyOptions> body)
{
    if (text::trim(body->body).empty()) return fail(Errc::unprocessable, "an answer needs a text");
    TRY(issues::check_may_talk(call, found));
    auto at = found;
    follow(call, at);
    const auto meant = issues::find_meant(call, at, body->body);
    const auto id = TRY(call.db().write([&](db::Transaction& tx) -> Result<std::int64_t> {
        auto issue = issues::find_issue(tx, at.issue.id);
        const auto review = find_review(tx, at.comment.review_id);
        if (!issue || !review) return not_found("the comment");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        const auto made = insert_line_comment(change, review->id, at.comment, body->body);
        if (review->state == ReviewState::pending) return made; // told when the draft is
        issues::touch_issue(tx, *issue);
        issues::add_activity(change, "comment", body->body, made);
        if (!meant.targets.empty()) issues::write_references(tx, {*issue, made, call.caller.id}, meant.targets, true);
        issues::add_mentioned(tx, issue->id, meant.mentioned);
        call.site.events.tell(tx, events::Commented{change.told(), made, meant.mentioned});
        return made;
    }));
    const auto made = find_line_comment(call.db(), id);
    if (!made) return not_found("the comment");
    return std::move(show_line_comments(call, at, {&*made, 1}).front());
}

// The first remark of a conversation bears who has ended it: of those of one review on one line.
Result<> set_resolver(Call& call, const LineCommentContext& at, std::optional<std::int64_t> resolver_id)
{
    const auto& place = at.comment;
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE comment SET resolver_id = $1 WHERE id = (SELECT MIN(c.id) FROM comment c JOIN line_comment l"
               " ON l.comment_id = c.id WHERE c.review_id = $2 AND l.path = $3 AND l.side = $4 AND l.line = $5"
               " AND l.commit_id = $6)",
               resolver_id, place.review_id, place.path, place.side, place.line, place.commit_id);
    });
    return {};
}

Result<> resolve(Call& call, const LineCommentContext& at) { return set_resolver(call, at, call.caller.id); }
Result<> unresolve(Call& call, const LineCommentContext& at) { return set_resolver(call, at, std::nullopt); }

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}/comments",  scope::repository, reads_review,    handle<list>,      200, "repoGetPullReviewComments",        "List the remarks of a review on lines"},
    {POST, "/repos/{owner}/{repo}/pulls/{index}/comments/{id}/replies",  scope::repository, answers_remark,  handle<reply>,     201, "repoCreatePullReviewCommentReply", "Answer a remark on a line", {403, 422}},
    {POST, "/repos/{owner}/{repo}/pulls/comments/{id}/resolve",          scope::repository, resolves_remark, handle<resolve>,   204, "repoResolvePullReviewComment",     "Say that a conversation about a line is over"},
    {POST, "/repos/{owner}/{repo}/pulls/comments/{id}/unresolve",        scope::repository, resolves_remark, handle<unresolve>, 204, "repoUnresolvePullReviewComment",   "Say that a conversation about a line is not over"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table review_comment_table{"repository", operations};

} // namespace cairn::pulls
