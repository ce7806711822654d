// Comments: on one issue, and of a whole repository.
#include "api/view.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "issues/changes.hpp"
#include "issues/tables.hpp"
#include "issues/timeline/comment.hpp"
#include "issues/timeline/references.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using db::bound;

namespace {

struct CreateIssueCommentOption {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(CreateIssueCommentOption, (), (body))
constexpr auto notes(const CreateIssueCommentOption*)
{
    return std::array{Note{.member = "body", .doc = "what you want to say, in Markdown", .required = true}};
}

struct EditIssueCommentOption {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(EditIssueCommentOption, (), (body))
constexpr auto notes(const EditIssueCommentOption*)
{
    return std::array{Note{.member = "body", .doc = "what it says from now on", .required = true}};
}

struct Period {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(Period, (), (since, before))
constexpr auto notes(const Period*)
{
    return std::array{Note{"since", "not updated before this time"}, Note{"before", "not updated after this time"}};
}

struct ListComments : Paging {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListComments, (Paging), (since, before))
constexpr auto notes(const ListComments*)
{
    return std::array{Note{"since", "not updated before this time"}, Note{"before", "not updated after this time"}};
}

// The number in the address is not looked at.
struct OldPath {
    std::int64_t index = 0;
};
BOOST_DESCRIBE_STRUCT(OldPath, (), (index))
constexpr auto notes(const OldPath*) { return std::array{Note{"index", "any number"}}; }

void add_period(db::Composition& query, const std::optional<Time>& since, const std::optional<Time>& before)
{
    if (since) query << " AND c.updated_at >= " << bound(*since);
    if (before) query << " AND c.updated_at <= " << bound(*before);
}

Result<Unlinked<Comment>> list(const View& view, const IssueContext& at, Query<Period> query)
{
    db::Composition comments("SELECT c.* FROM comment c WHERE c.kind = 'comment' AND c.issue_id = ");
    comments << bound(at.issue.id);
    add_period(comments, query->since, query->before);
    comments << " ORDER BY c.created_at, c.id";
    const auto rows = view.db().all<StoredComment>(comments);
    Unlinked<Comment> shown;
    shown.page.items =
        show_comments(view, rows, {{at.issue.id, at.issue}}, {{at.place.repository.id, home_of(at.place)}});
    shown.page.total = static_cast<std::int64_t>(rows.size());
    return shown;
}

Result<Unlinked<Comment>> list_of_repository(const View& view, const RepositoryContext& place,
                                             Query<ListComments> query)
{
    db::Composition comments("SELECT c.* FROM comment c WHERE c.kind = 'comment' AND c.repository_id = ");
    comments << bound(place.repository.id);
    add_period(comments, query->since, query->before);
    const bool only_one_kind = !reads_issues(place) || !reads_pulls(place);
    if (only_one_kind)
        comments << " AND EXISTS (SELECT 1 FROM issue i WHERE i.id = c.issue_id AND i.is_pull = "
                 << bound(!reads_issues(place)) << ")";
    comments << " ORDER BY c.created_at, c.id";
    const auto found = view.db().page<StoredComment>(query.value, comments);
    std::vector<std::int64_t> ids;
    for (const auto& row : found.items) ids.push_back(row.issue_id);
    std::map<std::int64_t, StoredIssue> about;
    for (auto& issue : find_issues(view.db(), ids)) about.emplace(issue.id, std::move(issue));
    Unlinked<Comment> shown;
    shown.page.items = show_comments(view, found.items, about, {{place.repository.id, home_of(place)}});
    shown.page.total = found.total;
    return shown;
}

Result<Comment> create(Call& call, const IssueContext& at, Body<CreateIssueCommentOption> body)
{
    TRY(check_may_talk(call, at));
    const auto meant = find_meant(call, at, body->body);
    auto made = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredComment> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        auto comment = change.event(EventKind::comment);
        comment.body = body->body;
        comment = add_event(tx, std::move(comment));
        add_activity(change, "comment", comment.body, comment.id);
        if (!meant.targets.empty()) write_references(tx, {*issue, comment.id, call.caller.id}, meant.targets, true);
        add_mentioned(tx, issue->id, meant.mentioned);
        call.site.events.tell(tx, events::Commented{change.told(), comment.id, meant.mentioned});
        return comment;
    }));
    return show_comment(call, CommentContext{at, std::move(made)});
}

Result<Answered<Comment>> get(Call& call, const CommentContext& at)
{
    if (at.comment.kind != EventKind::comment) return Answered<Comment>{.value = {}, .status = 204};
    auto shown = show_comment(call, at);
    shown.assets.clear(); // today's clients find a comment's files in lists, and at their own address
    return Answered<Comment>{.value = std::move(shown)};
}

bool has_words(EventKind kind)
{
    return kind == EventKind::comment || kind == EventKind::review || kind == EventKind::code;
}

Result<Answered<Comment>> edit(Call& call, const CommentContext& at, Body<EditIssueCommentOption> body)
{
    if (!at.is_author(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "this is somebody else's comment", ErrorForm::empty);
    if (!has_words(at.comment.kind)) return Answered<Comment>{.value = {}, .status = 204};
    TRY(check_not_blocked(call, at));
    if (at.comment.body == body->body) {
        auto shown = show_comment(call, at);
        shown.user.reset(); // so today's clients know that nothing was changed
        return Answered<Comment>{.value = std::move(shown)};
    }
    const auto meant = find_meant(call, at, body->body);
    auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredComment> {
        auto issue = find_issue(tx, at.issue.id);
        auto comment = find_comment(tx, at.comment.id);
        if (!issue || !comment) return not_found("the comment");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        events::CommentEdited told{change.told(), comment->id, comment->body};
        comment->body = body->body;
        comment->updated_at = Time::now();
        tx.run("UPDATE comment SET body = $2, updated_at = $3 WHERE id = $1", comment->id, comment->body,
               comment->updated_at);
        if (is_in_draft(tx, *comment)) return *comment; // told when the draft is
        touch_issue(tx, *issue);
        write_references(tx, {*issue, comment->id, call.caller.id}, meant.targets, false);
        told.mentioned = add_mentioned(tx, issue->id, meant.mentioned);
        call.site.events.tell(tx, told);
        return *comment;
    }));
    auto now = at;
    now.comment = std::move(changed);
    return Answered<Comment>{.value = show_comment(call, now)};
}

Result<Answered<Comment>> edit_by_old_path(Call& call, const CommentContext& at, Path<OldPath>,
                                           Body<EditIssueCommentOption> body)
{
    return edit(call, at, std::move(body));
}

Result<> remove(Call& call, const CommentContext& at)
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

Result<> remove_by_old_path(Call& call, const CommentContext& at, Path<OldPath>) { return remove(call, at); }

constexpr Guard comments_on_issue =
    issue_guard("reads the issue, signed in, not archived", &check_issue<question::changeable>, {401, 404, 423});

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/comments",      scope::issue, reads_issue,             cached<list>,               200, "issueGetComments",             "List the comments on an issue", {422}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/comments",      scope::issue, comments_on_issue,       handle<create>,             201, "issueCreateComment",           "Comment on an issue", {403, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/comments",              scope::issue, reads_tracker,           cached<list_of_repository>, 200, "issueGetRepoComments",         "List all comments of a repository", {422}},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}",         scope::issue, reads_comment,           handle<get>,                200, "issueGetComment",              "Get a comment", {403}},
    {PATCH,  "/repos/{owner}/{repo}/issues/comments/{id}",         scope::issue, changes_comment,         handle<edit>,               200, "issueEditComment",             "Change a comment", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/comments/{id}",         scope::issue, reads_comment_signed_in, handle<remove>,             204, "issueDeleteComment",           "Delete a comment", {400, 403}},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}/comments/{id}", scope::issue, reads_comment_signed_in, handle<edit_by_old_path>,   200, "issueEditCommentDeprecated",   "Change a comment, under an address of old", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/comments/{id}", scope::issue, reads_comment_signed_in, handle<remove_by_old_path>, 204, "issueDeleteCommentDeprecated", "Delete a comment, under an address of old", {400, 403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table comment_table{"issue", operations};

} // namespace cairn::issues
