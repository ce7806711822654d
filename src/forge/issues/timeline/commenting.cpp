#include "issues/timeline/commenting.hpp"

#include "attachments/pending.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "issues/changes.hpp"
#include "issues/timeline/former_text.hpp"
#include "issues/timeline/references.hpp"

namespace cairn::issues {

using api::Call;
using api::View;
using db::bound;

namespace {

void add_period(db::Composition& query, const std::optional<Time>& since, const std::optional<Time>& before)
{
    if (since) query << " AND c.updated_at >= " << bound(*since);
    if (before) query << " AND c.updated_at <= " << bound(*before);
}

bool has_words(EventKind kind)
{
    return kind == EventKind::comment || kind == EventKind::review || kind == EventKind::code;
}

} // namespace

std::vector<StoredComment> list_comments(const View& view, const IssueContext& at, const Period& period)
{
    db::Composition comments("SELECT c.* FROM comment c WHERE c.kind = 'comment' AND c.issue_id = ");
    comments << bound(at.issue.id);
    add_period(comments, period.since, period.before);
    comments << " ORDER BY c.created_at, c.id";
    return view.db().all<StoredComment>(comments);
}

Page<StoredComment> list_comments(const View& view, const RepositoryContext& place, const ListComments& wanted)
{
    db::Composition comments("SELECT c.* FROM comment c WHERE c.kind = 'comment' AND c.repository_id = ");
    comments << bound(place.repository.id);
    add_period(comments, wanted.since, wanted.before);
    const bool only_one_kind = !reads_issues(place) || !reads_pulls(place);
    if (only_one_kind)
        comments << " AND EXISTS (SELECT 1 FROM issue i WHERE i.id = c.issue_id AND i.is_pull = "
                 << bound(!reads_issues(place)) << ")";
    comments << " ORDER BY c.created_at, c.id";
    return view.db().page<StoredComment>(wanted, comments);
}

Result<StoredComment> add_comment(const Call& call, const IssueContext& at, const CreateIssueCommentOption& option,
                                  std::span<const std::string> files)
{
    TRY(check_may_talk(call, at));
    const auto meant = find_meant(call, at, option.body);
    return call.db().write([&](db::Transaction& tx) -> Result<StoredComment> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        auto comment = change.event(EventKind::comment);
        comment.body = option.body;
        comment = add_event(tx, std::move(comment));
        attachments::give_to_issue(tx, call, at.place, files, issue->id, comment.id);
        add_activity(change, "comment", comment.body, comment.id);
        if (!meant.targets.empty()) write_references(tx, {*issue, comment.id, call.caller.id}, meant.targets, true);
        add_mentioned(tx, issue->id, meant.mentioned);
        call.site.events.tell(tx, events::Commented{change.told(), comment.id, meant.mentioned});
        return comment;
    });
}

Result<CommentEdit> edit_comment(const Call& call, const CommentContext& at, const EditIssueCommentOption& option,
                                 const EditedWith& with)
{
    if (!at.is_author(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "this is somebody else's comment", ErrorForm::empty);
    if (!has_words(at.comment.kind)) return CommentEdit{CommentEdit::Outcome::no_words, at.comment};
    TRY(check_not_blocked(call, at));
    if (at.comment.body == option.body && with.files.empty())
        return CommentEdit{CommentEdit::Outcome::same, at.comment};
    const auto meant = find_meant(call, at, option.body);
    auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredComment> {
        auto issue = find_issue(tx, at.issue.id);
        auto comment = find_comment(tx, at.comment.id);
        if (!issue || !comment) return not_found("the comment");
        if (with.seen && *with.seen != mark_of(comment->body) && comment->body != option.body)
            return fail(Errc::conflict, "somebody else has changed the text in the meantime");
        attachments::give_to_issue(tx, call, at.place, with.files, issue->id, comment->id);
        if (comment->body == option.body) return *comment; // files alone
        const Change change{tx, call.site.events, call.caller.id, *issue};
        events::CommentEdited told{change.told(), comment->id, comment->body};
        comment->body = option.body;
        comment->updated_at = Time::now();
        tx.run("UPDATE comment SET body = $2, updated_at = $3 WHERE id = $1", comment->id, comment->body,
               comment->updated_at);
        if (is_in_draft(tx, *comment)) return *comment; // told when the draft is
        keep_former(tx, {.issue_id = issue->id, .comment_id = comment->id}, call.caller.id, told.old_body);
        touch_issue(tx, *issue);
        write_references(tx, {*issue, comment->id, call.caller.id}, meant.targets, false);
        told.mentioned = add_mentioned(tx, issue->id, meant.mentioned);
        call.site.events.tell(tx, told);
        return *comment;
    }));
    return CommentEdit{CommentEdit::Outcome::changed, std::move(changed)};
}

Result<> delete_comment(const Call& call, const CommentContext& at)
{
    if (!at.is_author(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "this is somebody else's comment", ErrorForm::empty);
    if (at.comment.kind != EventKind::comment) return fail(Errc::bad_request, "this is no comment", ErrorForm::empty);
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue || !delete_comment({tx, call.site.events, call.caller.id, *issue}, at.comment.id))
            return not_found("the comment");
        return {};
    });
}

} // namespace cairn::issues
