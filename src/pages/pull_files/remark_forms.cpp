// What is done to remarks on lines: answered, ended, changed, deleted, reacted to, said although they were drafts.
#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/timeline/commenting.hpp"
#include "issues/timeline/former_text.hpp"
#include "issues/timeline/reaction.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/issue/text_form.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull_files/tables.hpp"
#include "pages/pull_files/way_back.hpp"
#include "pulls/review/remarks.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CommentContext;
using pulls::LineCommentContext;
using pulls::PullContext;
using words::Phrase;

namespace {

const Notice remark_deleted{"remark-deleted", Phrase("The remark is deleted.")};
const Notice draft_deleted{"draft-deleted", Phrase("The draft is deleted.")};
const Notice draft_said{"draft-said", Phrase("The draft is a comment now: everybody sees it.")};
const Notice remark_saved{"remark-saved", Phrase("The text is saved.")};

struct BackForm {
    std::string back;
};
BOOST_DESCRIBE_STRUCT(BackForm, (), (back))

struct ReplyForm {
    std::string body;
    std::string back;
    std::string resolve; // ends the conversation, too
};
BOOST_DESCRIBE_STRUCT(ReplyForm, (), (body, back, resolve))

struct ReplyView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::string action;
    std::string back;
    Form<ReplyForm> form;
};
BOOST_DESCRIBE_STRUCT(ReplyView, (), (head, place, pull, action, back, form))

ReplyView reply_view(Call& call, const LineCommentContext& at, std::string_view back, Form<ReplyForm> form)
{
    return {.head = {.values = {{"index", std::to_string(at.issue.number)}}},
            .place = repository_place(call, at.place, RepositoryTab::pulls),
            .pull = pull_place(call, at, PullTab::files),
            .action = pull_address(at) + "/comments/" + std::to_string(at.comment.id) + "/reply",
            .back = way_back(at, back),
            .form = std::move(form)};
}

Result<ReplyView> show_reply(Call& call, const LineCommentContext& at, Query<BackForm> query, Form<ReplyForm> form)
{
    const auto back = form.sent() ? form.value("back") : query->back;
    return reply_view(call, at, back, std::move(form));
}

Result<Done> reply(Call& call, const LineCommentContext& found, Body<ReplyForm> form)
{
    auto at = found;
    const auto text = with_plain_line_ends(form->body);
    if (text.size() > pulls::longest_remark) return fail(Errc::unprocessable, "[body]: is too long");
    const auto made = TRY(pages::at("body", pulls::answer_remark(call, at, {.body = text})));
    return done(remark_address(at, form->back, made.id));
}

Result<Done> send(Call& call, const LineCommentContext& at, Body<BackForm> form)
{
    TRY(pulls::say_draft(call, at));
    return done(remark_address(at, form->back, at.comment.id), draft_said);
}

Result<Done> resolve(Call& call, const LineCommentContext& at, Body<BackForm> form)
{
    pulls::resolve_comment(call, at);
    return done(way_back(at, form->back) + "#thread-" + std::to_string(at.comment.id));
}

Result<Done> unresolve(Call& call, const LineCommentContext& at, Body<BackForm> form)
{
    pulls::unresolve_comment(call, at);
    return done(way_back(at, form->back) + "#thread-" + std::to_string(at.comment.id));
}

// Remarks are comments: these guards know them by what all comments share.
Result<PullContext> pull_of(const Call& call, const CommentContext& at)
{
    auto pull = at.comment.kind == issues::EventKind::code ? pulls::find_pull(call.db(), at.issue.id) : std::nullopt;
    if (!pull) return not_found("the remark");
    return PullContext{{at.place, at.issue}, std::move(*pull)};
}

struct ReactForm : issues::EditReactionOption {
    std::string back;
};
BOOST_DESCRIBE_STRUCT(ReactForm, (issues::EditReactionOption), (back))

template <bool gives> Result<Done> react(Call& call, const CommentContext& at, Body<ReactForm> form)
{
    const auto pull = TRY(pull_of(call, at));
    if constexpr (gives) TRY(issues::react(call, at, form.value));
    else TRY(issues::unreact(call, at, form.value));
    return done(remark_address(pull, form->back, at.comment.id));
}

struct EditForm {
    std::string body;
    std::string back;
    std::string seen; // what the text was when the editor began
    std::string preview;
};
BOOST_DESCRIBE_STRUCT(EditForm, (), (body, back, seen, preview))

struct EditRemarkView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    bool draft = false;
    std::string id;
    std::string action;
    std::string back;
    std::string seen;
    WriteView write{};
    std::string theirs{}; // what somebody else has made of it meanwhile
};
BOOST_DESCRIBE_STRUCT(EditRemarkView, (), (head, place, pull, draft, id, action, back, seen, write, theirs))

const PageOf<EditRemarkView> edit_again{"pull_files/edit_remark"};

EditRemarkView edit_view(Call& call, const PullContext& pull, const CommentContext& at, std::string_view back,
                         std::string body)
{
    const auto id = std::to_string(at.comment.id);
    EditRemarkView view{.head = {.values = {{"index", std::to_string(at.issue.number)}, {"id", id}}},
                        .place = repository_place(call, at.place, RepositoryTab::pulls),
                        .pull = pull_place(call, pull, PullTab::files),
                        .draft = issues::is_in_draft(call.db(), at.comment),
                        .id = "edit-" + id,
                        .action = repository_address(at.place) + "/pulls/comments/" + id + "/edit",
                        .back = way_back(pull, back),
                        .seen = issues::mark_of(at.comment.body),
                        .write = write_view(call, at.place, std::move(body))};
    view.write.attaches = false;
    view.write.label = language_of(call).say(Phrase("Your remark"));
    return view;
}

Result<void> check_may_edit(const Call& call, const CommentContext& at)
{
    if (!at.may_write() && !at.is_author(call.caller)) return fail(Errc::forbidden, "this is somebody else's remark");
    return issues::check_not_blocked(call, at);
}

Result<EditRemarkView> show_edit(Call& call, const CommentContext& at, Query<BackForm> query)
{
    const auto pull = TRY(pull_of(call, at));
    TRY(check_may_edit(call, at));
    return edit_view(call, pull, at, query->back, at.comment.body);
}

Result<Raw> edit(Call& call, const CommentContext& at, Body<EditForm> form)
{
    const auto pull = TRY(pull_of(call, at));
    TRY(check_may_edit(call, at));
    const auto body = with_plain_line_ends(form->body);
    auto view = edit_view(call, pull, at, form->back, body);
    const auto again = [&](int status) {
        view.head.status = status;
        const auto head = view.head;
        return edit_again.show(call, std::move(view), head);
    };
    if (!form->preview.empty()) {
        view.write.has_preview = true;
        view.write.preview = comment_html(call, at.place, body);
        if (!form->seen.empty()) view.seen = form->seen;
        return again(200);
    }
    const auto refuse = [&](const Error& error) {
        view.write.problem = words_of(error);
        if (error.code == Errc::conflict) view.theirs = at.comment.body;
        return again(refused_status(error));
    };
    if (text::trim(body).empty()) return refuse({.code = Errc::unprocessable, .message = "[body]: is required"});
    if (body.size() > pulls::longest_remark)
        return refuse({.code = Errc::unprocessable, .message = "[body]: is too long"});
    const auto saved = issues::edit_comment(call, at, {.body = body},
                                            {.seen = form->seen.empty() ? std::nullopt : std::optional(form->seen)});
    if (!saved) return refuse(saved.error());
    return answer_done(call, done(remark_address(pull, form->back, at.comment.id), remark_saved));
}

struct DeleteRemarkView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    bool draft = false;
    std::string action;
    std::string back;
    Html body{};
};
BOOST_DESCRIBE_STRUCT(DeleteRemarkView, (), (head, place, pull, draft, action, back, body))

Result<DeleteRemarkView> show_delete(Call& call, const CommentContext& at, Query<BackForm> query)
{
    const auto pull = TRY(pull_of(call, at));
    if (!at.may_write() && !at.is_author(call.caller)) return fail(Errc::forbidden, "this is somebody else's remark");
    return DeleteRemarkView{
        .head = {.values = {{"index", std::to_string(at.issue.number)}, {"id", std::to_string(at.comment.id)}}},
        .place = repository_place(call, at.place, RepositoryTab::pulls),
        .pull = pull_place(call, pull, PullTab::files),
        .draft = issues::is_in_draft(call.db(), at.comment),
        .action = repository_address(at.place) + "/pulls/comments/" + std::to_string(at.comment.id) + "/delete",
        .back = way_back(pull, query->back),
        .body = comment_html(call, at.place, at.comment.body)};
}

Result<Done> remove(Call& call, const CommentContext& at, Body<BackForm> form)
{
    const auto pull = TRY(pull_of(call, at));
    const bool is_draft = issues::is_in_draft(call.db(), at.comment);
    TRY(pulls::delete_remark(call, at));
    return done(way_back(pull, form->back), is_draft ? draft_deleted : remark_deleted);
}

constexpr auto& reply_page =
    shows<show_reply, "pull_files/reply", "repoGetPullRequest repoCreatePullReviewCommentReply">;
constexpr auto& edit_page = shows<show_edit, "pull_files/edit_remark", "repoListPullReviews issueEditComment">;
constexpr auto& delete_page = shows<show_delete, "pull_files/delete_remark", "repoListPullReviews issueDeleteComment">;

using issues::changes_comment;
using pulls::answers_remark;
using pulls::resolves_remark;

// clang-format off
constexpr Operation remark_operations[] = {
    {GET,  "/{owner}/{repo}/pulls/{index}/comments/{id}/reply", scope::none, answers_remark,  reply_page,              200, "siteReply",           "Show the form that answers a remark"},
    {POST, "/{owner}/{repo}/pulls/{index}/comments/{id}/reply", scope::none, answers_remark,  does<reply, reply_page>, 303, "siteReplied",         "Answer a remark on a line"},
    {POST, "/{owner}/{repo}/pulls/{index}/comments/{id}/send",  scope::none, answers_remark,  does<send>,              303, "siteDraftSaid",       "Say a draft alone"},
    {POST, "/{owner}/{repo}/pulls/comments/{id}/resolve",       scope::none, resolves_remark, does<resolve>,           303, "siteResolved",        "Say that a conversation about a line is over"},
    {POST, "/{owner}/{repo}/pulls/comments/{id}/unresolve",     scope::none, resolves_remark, does<unresolve>,         303, "siteUnresolved",      "Say that a conversation about a line is not over"},
    {POST, "/{owner}/{repo}/pulls/comments/{id}/react",         scope::none, changes_comment, does<react<true>>,       303, "siteReactToRemark",   "React to a remark"},
    {POST, "/{owner}/{repo}/pulls/comments/{id}/unreact",       scope::none, changes_comment, does<react<false>>,      303, "siteUnreactToRemark", "Take a reaction to a remark back"},
    {GET,  "/{owner}/{repo}/pulls/comments/{id}/edit",          scope::none, changes_comment, edit_page,               200, "siteEditRemark",      "Show the form that changes a remark"},
    {POST, "/{owner}/{repo}/pulls/comments/{id}/edit",          scope::none, changes_comment, does<edit>,              303, "siteRemarkEdited",    "Change a remark"},
    {GET,  "/{owner}/{repo}/pulls/comments/{id}/delete",        scope::none, changes_comment, delete_page,             200, "siteDeleteRemark",    "Ask whether to delete a remark"},
    {POST, "/{owner}/{repo}/pulls/comments/{id}/delete",        scope::none, changes_comment, does<remove>,            303, "siteRemarkDeleted",   "Delete a remark"},
};
// clang-format on
static_assert(well_formed(remark_operations));

} // namespace

const Table remark_forms_table{"site", remark_operations, Door::site, refuse_page};

} // namespace cairn::pages
