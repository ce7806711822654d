// What is done to an issue or a comment by one click: reactions, locks, pins, subscriptions; and deleting them, which
// is asked for first.
#include "db/database.hpp"
#include "issues/editing.hpp"
#include "issues/pin.hpp"
#include "issues/subscription.hpp"
#include "issues/timeline/commenting.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CommentContext;
using issues::EditReactionOption;
using issues::IssueContext;
using issues::LockIssueOption;
using words::Phrase;

namespace {

const Notice issue_locked{"issue-locked", Phrase("The conversation is locked.")};
const Notice issue_unlocked{"issue-unlocked", Phrase("Everybody can talk about it again.")};
const Notice issue_pinned{"issue-pinned", Phrase("The issue is pinned.")};
const Notice pin_moved{"pin-moved", Phrase("The pinned ones are in their new order.")};
const Notice issue_unpinned{"issue-unpinned", Phrase("The issue is not pinned any more.")};
const Notice subscribed{"issue-subscribed", Phrase("You hear of this from now on.")};
const Notice unsubscribed{"issue-unsubscribed", Phrase("You do not hear of this any more.")};
const Notice issue_deleted{"issue-deleted", Phrase("The issue is deleted.")};
const Notice comment_deleted{"comment-deleted", Phrase("The comment is deleted.")};

std::string place_of(const IssueContext& at) { return issue_address(at) + "#issue-" + std::to_string(at.issue.number); }
std::string place_of(const CommentContext& at) { return entry_address(at, at.comment.id); }

template <class At> Result<Done> react(Call& call, const At& at, Body<EditReactionOption> form)
{
    TRY(issues::react(call, at, form.value));
    return done(place_of(at));
}

template <class At> Result<Done> unreact(Call& call, const At& at, Body<EditReactionOption> form)
{
    TRY(issues::unreact(call, at, form.value));
    return done(place_of(at));
}

// Pages that ask before something is done to an issue.
struct AskView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
};
BOOST_DESCRIBE_STRUCT(AskView, (), (head, place, thread))

struct LockView : AskView {
    Form<LockIssueOption> form;
};
BOOST_DESCRIBE_STRUCT(LockView, (AskView), (form))

AskView ask(Call& call, const IssueContext& at)
{
    return {.head = {.values = {{"index", std::to_string(at.issue.number)}}},
            .place = repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
            .thread = thread_head(call, at, {})};
}

Result<LockView> show_lock(Call& call, const IssueContext& at, Form<LockIssueOption> form)
{
    return LockView{ask(call, at), std::move(form)};
}

Result<Done> lock(Call& call, const IssueContext& at, Body<LockIssueOption> form)
{
    if (!at.issue.locked) TRY(pages::at("lock_reason", issues::lock_issue(call, at, form.value)));
    return done(issue_address(at), issue_locked);
}

Result<Done> unlock(Call& call, const IssueContext& at)
{
    if (at.issue.locked) TRY(issues::unlock_issue(call, at));
    return done(issue_address(at), issue_unlocked);
}

Result<Done> pin(Call& call, const IssueContext& at)
{
    TRY(issues::pin_issue(call, at));
    return done(issue_address(at), issue_pinned);
}

Result<Done> unpin(Call& call, const IssueContext& at)
{
    TRY(issues::unpin_issue(call, at));
    return done(issue_address(at), issue_unpinned);
}

struct PinPlaceForm {
    std::int64_t position = 0;
};
BOOST_DESCRIBE_STRUCT(PinPlaceForm, (), (position))
constexpr auto notes(const PinPlaceForm*) { return std::array{Note{.member = "position", .required = true}}; }

Result<Done> move_pin(Call& call, const IssueContext& at, Body<PinPlaceForm> form)
{
    TRY(issues::move_pin(call, at, form->position));
    return done(repository_address(at.place) + (at.issue.is_pull ? "/pulls" : "/issues"), pin_moved);
}

struct WatchForm {
    bool subscribed = false;
    std::string redirect_to; // back to a list that has the button; nothing: to the issue
};
BOOST_DESCRIBE_STRUCT(WatchForm, (), (subscribed, redirect_to))

Result<Done> watch(Call& call, const IssueContext& at, Body<WatchForm> form)
{
    static_cast<void>(TRY(issues::set_subscribed(call, at, accounts::account_of(call.caller), form->subscribed)));
    return done(safe_redirect(call.settings(), form->redirect_to, issue_address(at)),
                form->subscribed ? subscribed : unsubscribed);
}

Result<AskView> show_delete(Call& call, const IssueContext& at) { return ask(call, at); }

Result<Done> remove(Call& call, const IssueContext& at)
{
    issues::delete_issue(call, at);
    return done(repository_address(at.place) + (at.issue.is_pull ? "/pulls" : "/issues"), issue_deleted);
}

struct DeleteCommentView : AskView {
    std::string actions;
    std::string back;
    std::string author;
    Html body{};
};
BOOST_DESCRIBE_STRUCT(DeleteCommentView, (AskView), (actions, back, author, body))

Result<DeleteCommentView> show_delete_comment(Call& call, const CommentContext& at)
{
    if (!at.is_author(call.caller) && !at.may_write()) return fail(Errc::forbidden, "this is somebody else's comment");
    if (at.comment.kind != issues::EventKind::comment) return not_found("the comment");
    const issues::People people(call, {at.comment.poster_id.value_or(0)});
    DeleteCommentView view{ask(call, at), comment_actions(at.place, at.comment.id), entry_address(at, at.comment.id),
                           people.plainly(at.comment.poster_id.value_or(0)).login,
                           comment_html(call, at.place, at.comment.body)};
    view.head.values.emplace("id", std::to_string(at.comment.id));
    return view;
}

Result<Done> remove_comment(Call& call, const CommentContext& at)
{
    TRY(issues::delete_comment(call, at));
    return done(issue_address(at), comment_deleted);
}

constexpr auto& lock_page = shows<show_lock, "issue/lock", "issueGetIssue issueLockIssue">;
constexpr auto& delete_page = shows<show_delete, "issue/delete", "issueGetIssue issueDelete">;
constexpr auto& delete_comment_page =
    shows<show_delete_comment, "issue/delete_comment", "issueGetComment issueDeleteComment">;

using issues::changes_comment;
using issues::comments_on_issue;
using issues::reads_issue_signed_in;

// clang-format off
constexpr Operation mark_operations[] = {
    {POST, "/{owner}/{repo}/issues/{index}/reactions/react",   scope::none, comments_on_issue,      does<react<IssueContext>>,     303, "siteReact",            "React to an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/reactions/unreact", scope::none, comments_on_issue,      does<unreact<IssueContext>>,   303, "siteUnreact",          "Take a reaction to an issue back"},
    {POST, "/{owner}/{repo}/comments/{id}/reactions/react",    scope::none, changes_comment,        does<react<CommentContext>>,   303, "siteReactToComment",   "React to a comment"},
    {POST, "/{owner}/{repo}/comments/{id}/reactions/unreact",  scope::none, changes_comment,        does<unreact<CommentContext>>, 303, "siteUnreactToComment", "Take a reaction to a comment back"},
    {GET,  "/{owner}/{repo}/issues/{index}/lock",              scope::none, administers_live_issue, lock_page,                     200, "siteLock",             "Ask why to lock an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/lock",              scope::none, administers_live_issue, does<lock, lock_page>,         303, "siteLocked",           "Lock an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/unlock",            scope::none, administers_live_issue, does<unlock>,                  303, "siteUnlocked",         "Unlock an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/pin",               scope::none, administers_live_issue, does<pin>,                     303, "sitePin",              "Pin an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/pin/move",          scope::none, administers_live_issue, does<move_pin>,                303, "siteMovePin",          "Move a pinned issue"},
    {POST, "/{owner}/{repo}/issues/{index}/unpin",             scope::none, administers_live_issue, does<unpin>,                   303, "siteUnpin",            "Pin an issue no longer"},
    {POST, "/{owner}/{repo}/issues/{index}/watch",             scope::none, reads_issue_signed_in,  does<watch>,                   303, "siteSubscribe",        "Hear of an issue, or no longer"},
    {GET,  "/{owner}/{repo}/issues/{index}/delete",            scope::none, administers_live_issue, delete_page,                   200, "siteDeleteIssue",      "Ask whether to delete an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/delete",            scope::none, administers_live_issue, does<remove>,                  303, "siteIssueDeleted",     "Delete an issue"},
    {GET,  "/{owner}/{repo}/comments/{id}/delete",             scope::none, changes_comment,        delete_comment_page,           200, "siteDeleteComment",    "Ask whether to delete a comment"},
    {POST, "/{owner}/{repo}/comments/{id}/delete",             scope::none, changes_comment,        does<remove_comment>,          303, "siteCommentDeleted",   "Delete a comment"},
};
// clang-format on
static_assert(well_formed(mark_operations));

} // namespace

const Table issue_marks_table{"site", mark_operations, Door::site, refuse_page};

} // namespace cairn::pages
