// Changing what an issue or a comment says. Where somebody else has changed it meanwhile, both versions are shown and
// nobody's words are lost.
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/editing.hpp"
#include "issues/timeline/commenting.hpp"
#include "issues/timeline/former_text.hpp"
#include "markup/tasks.hpp"
#include "pages/diff/shown_change.hpp"
#include "pages/issue/edited_files.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CommentContext;
using issues::IssueContext;
using words::Phrase;

namespace {

const Notice text_saved{"text-saved", Phrase("The text is saved.")};
const Notice title_saved{"title-saved", Phrase("The title is changed.")};
const Notice tasks_changed{"tasks-changed",
                           Phrase("Somebody has changed the text meanwhile. Look at it and tick the task again."),
                           Notice::Tone::bad};

// What somebody else has made of the text meanwhile.
struct MeanwhileText {
    ShownChange change{}; // from theirs to what is in the field
    std::string theirs{};
};
BOOST_DESCRIBE_STRUCT(MeanwhileText, (), (change, theirs))

struct EditTextView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    bool is_comment = false;
    std::string action;
    std::string back;
    std::string seen;
    WriteView write{};
    std::vector<EditedFile> files{}; // that it has
    std::optional<MeanwhileText> meanwhile{};
};
BOOST_DESCRIBE_STRUCT(EditTextView, (), (head, place, thread, is_comment, action, back, seen, write, files, meanwhile))

const PageOf<EditTextView> edit_again{"issue/edit_text"};

// The two kinds of text, by what their guards leave.
struct EditedText {
    const IssueContext& at;
    const issues::StoredComment* comment; // null: the issue's own

    const std::string& body() const { return comment != nullptr ? comment->body : at.issue.body; }
    std::string actions() const
    {
        return comment != nullptr ? comment_actions(at.place, comment->id) : issue_actions(at);
    }
    std::string back() const { return comment != nullptr ? entry_address(at, comment->id) : issue_address(at); }
};

EditedText text_of(const IssueContext& at) { return {at, nullptr}; }
EditedText text_of(const CommentContext& at) { return {at, &at.comment}; }

Result<void> check_may_edit(const Call& call, const IssueContext& at)
{
    if (!at.may_write() && !at.is_poster(call.caller)) return fail(Errc::forbidden, "this is somebody else's issue");
    if (!at.may_write()) return issues::check_not_blocked(call, at);
    return {};
}

Result<void> check_may_edit(const Call& call, const CommentContext& at)
{
    using enum issues::EventKind;
    if (at.comment.kind != comment && at.comment.kind != review && at.comment.kind != code)
        return not_found("the comment");
    if (!at.may_write() && !at.is_author(call.caller)) return fail(Errc::forbidden, "this is somebody else's comment");
    return issues::check_not_blocked(call, at);
}

std::vector<attachments::Attachment> files_of(const Call& call, const EditedText& text)
{
    if (text.comment != nullptr)
        return attachments::attachments_of_comments(call.db(), call.settings(), {text.comment->id})[text.comment->id];
    return attachments::attachments_of_issues(call.db(), call.settings(), {text.at.issue.id})[text.at.issue.id];
}

EditTextView edit_view(Call& call, const EditedText& text, WriteView write)
{
    const bool is_comment = text.comment != nullptr;
    EditTextView view{.place = repository_place(call, text.at.place,
                                                text.at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
                      .thread = thread_head(call, text.at, {}),
                      .is_comment = is_comment,
                      .action = text.actions() + "/edit",
                      .back = text.back(),
                      .seen = issues::mark_of(text.body()),
                      .write = std::move(write)};
    view.head.values = {{"index", std::to_string(text.at.issue.number)}};
    if (is_comment) view.head.values.emplace("id", std::to_string(text.comment->id));
    view.files = edited_files(files_of(call, text));
    view.write.label = language_of(call).say(Phrase("Text"));
    return view;
}

template <class At> Result<EditTextView> show_edit(Call& call, const At& at)
{
    TRY(check_may_edit(call, at));
    const auto text = text_of(at);
    return edit_view(call, text, write_view(call, at.place, text.body()));
}

Raw show_again(Call& call, const EditedText& text, const SentText& sent, int status)
{
    auto view = edit_view(call, text, write_view(call, text.at.place, sent));
    // Until the editor has seen what others have written, what was seen is what the form says.
    const auto& seen = sent.field("seen");
    if (status == 409) {
        view.write.problem.clear();
        view.meanwhile =
            MeanwhileText{.change = show_change(with_plain_line_ends(text.body()), sent.body), .theirs = text.body()};
    } else if (!seen.empty()) {
        view.seen = seen;
    }
    view.files = edited_files(files_of(call, text), sent);
    view.head.status = status;
    const auto head = view.head;
    return edit_again.show(call, std::move(view), head);
}

Result<void> save(const Call& call, const IssueContext& at, const SentText& sent)
{
    // The version that was read with the issue makes sure that nobody comes in between.
    issues::EditIssueOption option;
    option.body = sent.body;
    option.content_version = at.issue.content_version;
    const auto saved = issues::edit_issue(call, at, option, sent.files);
    if (!saved) return std::unexpected(saved.error());
    return {};
}

Result<void> save(const Call& call, const CommentContext& at, const SentText& sent)
{
    const auto saved = issues::edit_comment(call, at, {.body = sent.body},
                                            {.seen = issues::mark_of(at.comment.body), .files = sent.files});
    if (!saved) return std::unexpected(saved.error());
    return {};
}

template <class At> Result<Raw> edit(Call& call, const At& at, Upload upload)
{
    TRY(check_may_edit(call, at));
    const auto text = text_of(at);
    auto sent = TRY(receive_text(call, at.place, *upload.body));
    if (sent.refused) return show_again(call, text, sent, refused_status(*sent.refused));
    if (sent.wants_preview) return show_again(call, text, sent, 200);
    const auto& seen = sent.field("seen");
    const bool changed_meanwhile = !seen.empty() && seen != issues::mark_of(text.body()) && sent.body != text.body();
    if (changed_meanwhile) return show_again(call, text, sent, 409);
    // Whatever the lines of what was there end with, nothing has changed where nobody has changed anything.
    if (sent.body == with_plain_line_ends(text.body())) sent.body = text.body();
    const auto files = edited_files(files_of(call, text), sent);
    const bool changed = sent.body != text.body() || !sent.files.empty();
    auto saved = check_file_names(call, files);
    if (saved && changed) saved = save(call, at, sent);
    if (!saved) {
        sent.refused = std::move(saved).error();
        return show_again(call, text, sent, refused_status(*sent.refused));
    }
    TRY(save_files(call, files));
    return answer_done(call, changed ? done(text.back(), text_saved) : done(text.back()));
}

struct TasksForm {
    std::string seen;
    std::vector<std::int64_t> done; // the lines of those that are
};
BOOST_DESCRIBE_STRUCT(TasksForm, (), (seen, done))

template <class At> Result<Done> tick(Call& call, const At& at, Body<TasksForm> form)
{
    TRY(check_may_edit(call, at));
    const auto text = text_of(at);
    if (form->seen != issues::mark_of(text.body())) return done(text.back(), tasks_changed);
    SentText sent;
    sent.body = markup::with_tasks_done(text.body(), form->done);
    if (sent.body != text.body()) TRY(save(call, at, sent));
    return done(text.back());
}

struct TitleForm {
    std::string title;
};
BOOST_DESCRIBE_STRUCT(TitleForm, (), (title))
constexpr auto notes(const TitleForm*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 255}};
}

struct TitleView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    Form<TitleForm> form;
};
BOOST_DESCRIBE_STRUCT(TitleView, (), (head, place, thread, form))

Result<TitleView> show_title(Call& call, const IssueContext& at, Form<TitleForm> form)
{
    TRY(check_may_edit(call, at));
    form.begin_with({.title = at.issue.title});
    return TitleView{
        .head = {.values = {{"index", std::to_string(at.issue.number)}}},
        .place = repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
        .thread = thread_head(call, at, {}),
        .form = std::move(form)};
}

Result<Done> retitle(Call& call, const IssueContext& at, Body<TitleForm> form)
{
    if (text::trim(form->title).empty()) return fail(Errc::unprocessable, "[title]: is required");
    issues::EditIssueOption option;
    option.title = form->title;
    TRY(pages::at("title", issues::edit_issue(call, at, option)));
    return done(issue_address(at), title_saved);
}

constexpr auto& edit_page = shows<show_edit<IssueContext>, "issue/edit_text", "issueGetIssue issueEditIssue">;
constexpr auto& edit_comment_page =
    shows<show_edit<CommentContext>, "issue/edit_text", "issueGetComment issueEditComment">;
constexpr auto& title_page = shows<show_title, "issue/title", "issueGetIssue issueEditIssue">;

using issues::changes_comment;
using issues::comments_on_issue;

// clang-format off
constexpr Operation text_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}/edit",  scope::none, comments_on_issue, edit_page,                 200, "siteEditIssue",    "Show the form that changes what an issue says"},
    {POST, "/{owner}/{repo}/issues/{index}/edit",  scope::none, comments_on_issue, does<edit<IssueContext>>,  303, "siteIssueEdited",  "Change what an issue says"},
    {POST, "/{owner}/{repo}/issues/{index}/tasks", scope::none, comments_on_issue, does<tick<IssueContext>>,  303, "siteIssueTasks",   "Tick the tasks of an issue"},
    {GET,  "/{owner}/{repo}/issues/{index}/title", scope::none, comments_on_issue, title_page,                200, "siteTitle",        "Show the form that changes a title"},
    {POST, "/{owner}/{repo}/issues/{index}/title", scope::none, comments_on_issue, does<retitle, title_page>, 303, "siteTitleChanged", "Change the title of an issue"},
    {GET,  "/{owner}/{repo}/comments/{id}/edit",   scope::none, changes_comment,   edit_comment_page,          200, "siteEditComment",   "Show the form that changes a comment"},
    {POST, "/{owner}/{repo}/comments/{id}/edit",   scope::none, changes_comment,   does<edit<CommentContext>>, 303, "siteCommentEdited", "Change a comment"},
    {POST, "/{owner}/{repo}/comments/{id}/tasks",  scope::none, changes_comment,   does<tick<CommentContext>>, 303, "siteCommentTasks",  "Tick the tasks of a comment"},
};
// clang-format on
static_assert(well_formed(text_operations));

} // namespace

const Table edit_text_table{"site", text_operations, Door::site, refuse_page};

} // namespace cairn::pages
