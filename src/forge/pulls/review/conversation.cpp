#include "pulls/review/conversation.hpp"

#include "base/text.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/timeline/references.hpp"
#include "pulls/follow/following.hpp"

namespace cairn::pulls {

using api::Call;
using issues::Change;
using issues::EventKind;

namespace {

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

void set_resolver(const Call& call, const LineCommentContext& at, std::optional<std::int64_t> resolver_id)
{
    const auto& place = at.comment;
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE comment SET resolver_id = $1 WHERE id = (SELECT MIN(c.id) FROM comment c JOIN line_comment l"
               " ON l.comment_id = c.id WHERE c.review_id = $2 AND l.path = $3 AND l.side = $4 AND l.line = $5"
               " AND l.commit_id = $6)",
               resolver_id, place.review_id, place.path, place.side, place.line, place.commit_id);
    });
}

} // namespace

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
        && !is_official(call.db(), at.place.repository, at.pull, accounts::account_of(call.caller)))
        return fail(Errc::forbidden, "you may not say that this conversation is over");
    if (!at.may_write()) TRY(issues::check_not_blocked(call, at));
    call.load(std::move(at));
    return {};
}

Result<StoredLineComment> answer_remark(const Call& call, LineCommentContext& at,
                                        const CreatePullReviewCommentReplyOptions& option)
{
    if (text::trim(option.body).empty()) return fail(Errc::unprocessable, "an answer needs a text");
    TRY(issues::check_may_talk(call, at));
    follow(call, at);
    const auto meant = issues::find_meant(call, at, option.body);
    const auto id = TRY(call.db().write([&](db::Transaction& tx) -> Result<std::int64_t> {
        auto issue = issues::find_issue(tx, at.issue.id);
        const auto review = find_review(tx, at.comment.review_id);
        if (!issue || !review) return not_found("the comment");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        const auto made = insert_line_comment(change, review->id, at.comment, option.body);
        if (review->state == ReviewState::pending) return made; // told when the draft is
        issues::touch_issue(tx, *issue);
        issues::add_activity(change, "comment", option.body, made);
        if (!meant.targets.empty()) issues::write_references(tx, {*issue, made, call.caller.id}, meant.targets, true);
        issues::add_mentioned(tx, issue->id, meant.mentioned);
        call.site.events.tell(tx, events::Commented{change.told(), made, meant.mentioned});
        return made;
    }));
    auto made = find_line_comment(call.db(), id);
    if (!made) return not_found("the comment");
    return std::move(*made);
}

void resolve_comment(const Call& call, const LineCommentContext& at) { set_resolver(call, at, call.caller.id); }
void unresolve_comment(const Call& call, const LineCommentContext& at) { set_resolver(call, at, std::nullopt); }

} // namespace cairn::pulls
