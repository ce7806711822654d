// What was said about issues and what happened to them: comments on one issue and of a whole repository, timelines.
#include "issues/tables.hpp"
#include "issues/timeline/commenting.hpp"
#include "issues/timeline/shown_timeline.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

// The number in the address is not looked at.
struct OldPath {
    std::int64_t index = 0;
};
BOOST_DESCRIBE_STRUCT(OldPath, (), (index))
constexpr auto notes(const OldPath*) { return std::array{Note{"index", "any number"}}; }

Result<Unlinked<Comment>> list(const View& view, const IssueContext& at, Query<Period> query)
{
    const auto rows = list_comments(view, at, query.value);
    Unlinked<Comment> shown;
    shown.page.items =
        show_comments(view, rows, {{at.issue.id, at.issue}}, {{at.place.repository.id, home_of(at.place)}});
    shown.page.total = static_cast<std::int64_t>(rows.size());
    return shown;
}

Result<Unlinked<Comment>> list_of_repository(const View& view, const RepositoryContext& place,
                                             Query<ListComments> query)
{
    const auto found = list_comments(view, place, query.value);
    return Unlinked<Comment>{{.items = show_comments(view, place, found.items), .total = found.total}};
}

Result<Comment> create(Call& call, const IssueContext& at, Body<CreateIssueCommentOption> body)
{
    return show_comment(call, CommentContext{at, TRY(add_comment(call, at, body.value))});
}

Result<Answered<Comment>> get(Call& call, const CommentContext& at)
{
    if (at.comment.kind != EventKind::comment) return Answered<Comment>{.value = {}, .status = 204};
    auto shown = show_comment(call, at);
    shown.assets.clear(); // today's clients find a comment's files in lists, and at their own address
    return Answered<Comment>{.value = std::move(shown)};
}

Result<Answered<Comment>> edit(Call& call, const CommentContext& at, Body<EditIssueCommentOption> body)
{
    auto [outcome, comment] = TRY(edit_comment(call, at, body.value));
    if (outcome == CommentEdit::Outcome::no_words) return Answered<Comment>{.value = {}, .status = 204};
    auto now = at;
    now.comment = std::move(comment);
    auto shown = show_comment(call, now);
    if (outcome == CommentEdit::Outcome::same) shown.user.reset(); // so today's clients know that nothing was changed
    return Answered<Comment>{.value = std::move(shown)};
}

Result<Answered<Comment>> edit_by_old_path(Call& call, const CommentContext& at, Path<OldPath>,
                                           Body<EditIssueCommentOption> body)
{
    return edit(call, at, std::move(body));
}

Result<> remove(Call& call, const CommentContext& at) { return delete_comment(call, at); }

Result<> remove_by_old_path(Call& call, const CommentContext& at, Path<OldPath>) { return remove(call, at); }

// None is null, not an empty list, to today's clients.
using Timeline = std::optional<std::vector<TimelineComment>>;

Result<Timeline> list_timeline_of(Call& call, const IssueContext& at, Query<ListTimeline> query)
{
    const auto rows = list_timeline(call, at, query.value);
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(rows.size()));
    call.reply_headers.emplace_back("Access-Control-Expose-Headers", "X-Total-Count");
    return rows.empty() ? Timeline() : Timeline(show_timeline(call, at, rows));
}

// clang-format off
constexpr Operation comment_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/comments",      scope::issue, reads_issue,             cached<list>,               200, "issueGetComments",             "List the comments on an issue", {422}},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/comments",      scope::issue, comments_on_issue,       handle<create>,             201, "issueCreateComment",           "Comment on an issue", {403, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/comments",              scope::issue, reads_tracker,           cached<list_of_repository>, 200, "issueGetRepoComments",         "List all comments of a repository", {422}},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}",         scope::issue, reads_comment,           handle<get>,                200, "issueGetComment",              "Get a comment", {403}},
    {PATCH,  "/repos/{owner}/{repo}/issues/comments/{id}",         scope::issue, changes_comment,         handle<edit>,               200, "issueEditComment",             "Change a comment", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/comments/{id}",         scope::issue, reads_comment_signed_in, handle<remove>,             204, "issueDeleteComment",           "Delete a comment", {400, 403}},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}/comments/{id}", scope::issue, reads_comment_signed_in, handle<edit_by_old_path>,   200, "issueEditCommentDeprecated",   "Change a comment, under an address of old", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/comments/{id}", scope::issue, reads_comment_signed_in, handle<remove_by_old_path>, 204, "issueDeleteCommentDeprecated", "Delete a comment, under an address of old", {400, 403}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/timeline",      scope::issue, reads_issue,             handle<list_timeline_of>,   200, "issueGetCommentsAndTimeline",  "List what was said about an issue and what happened to it", {422}, "TimelineList"},
};
// clang-format on
static_assert(well_formed(comment_operations));

} // namespace

const Table comment_table{"issue", comment_operations};

} // namespace cairn::issues
