// The page of one issue, and what is said there.
#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/changes.hpp"
#include "issues/editing.hpp"
#include "issues/timeline/commenting.hpp"
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

const Notice issue_closed{"issue-closed", Phrase("The issue is closed.")};
const Notice issue_reopened{"issue-reopened", Phrase("The issue is open again.")};
const Notice not_changed{"issue-state-kept",
                         Phrase("The comment is there. The state of the issue could not be changed."),
                         Notice::Tone::bad};

struct IssueQuery {
    std::int64_t comment = 0;
    std::string quote;
};
BOOST_DESCRIBE_STRUCT(IssueQuery, (), (comment, quote))
constexpr auto notes(const IssueQuery*)
{
    return std::array{Note{"comment", "the id of an entry that must be shown"},
                      Note{"quote", "the id of a comment, or issue: what the answer begins with"}};
}

const PageOf<IssueView> issue_again{"issue/issue"};

// A pull request has a page of its own.
Result<void> check_is_issue(const IssueContext& at, std::string_view query = {})
{
    if (!at.issue.is_pull) return {};
    return elsewhere(Errc::see_other, issue_address(at) + std::string(query));
}

// What somebody wants to answer to, in the words that it was written in. Nothing for what is not here.
std::string quotation(const Call& call, const IssueContext& at, const std::string& which)
{
    if (which.empty()) return {};
    if (which == "issue") return quoted(at.issue.body);
    const auto id = text::parse_integer(which, 1);
    const auto comment = id ? issues::find_comment(call.db(), *id) : std::nullopt;
    if (!comment || comment->issue_id != at.issue.id || comment->kind == issues::EventKind::code) return {};
    return quoted(comment->body);
}

Result<IssueView> show(Call& call, const IssueContext& at, Query<IssueQuery> query)
{
    TRY(check_is_issue(at));
    auto view = issue_view(call, at, {.around = query->comment});
    if (view.rights.may_talk) view.reply.body = quotation(call, at, query->quote);
    return view;
}

Result<IssueView> show_all(Call& call, const IssueContext& at)
{
    TRY(check_is_issue(at, "?all=true"));
    return issue_view(call, at, {.all = true});
}

// An address for those who have no more than the id.
Result<Raw> show_comment(Call& call, const CommentContext& at)
{
    return see_other(call, entry_address(at, at.comment.id));
}

Raw show_again(Call& call, const IssueContext& at, const SentText& sent, int status)
{
    auto view = issue_view(call, at, {}, &sent);
    view.head.status = status;
    const auto head = view.head;
    return issue_again.show(call, std::move(view), head);
}

Raw refuse(Call& call, const IssueContext& at, SentText sent, Error error)
{
    const int status = refused_status(error);
    sent.refused = std::move(error);
    return show_again(call, at, sent, status);
}

Result<void> check_sent(const Call& call, const IssueContext& at, const SentText& sent)
{
    const auto& state = sent.field("state");
    const bool has_words = !text::trim(sent.body).empty() || !sent.files.empty();
    if (!has_words && state.empty()) return fail(Errc::unprocessable, "write something first");
    if (state == "closed" && issues::waits_for_open(call.db(), at.issue.id))
        return fail(Errc::unprocessable, "it depends on issues that are open: close them first");
    return {};
}

Result<Raw> comment(Call& call, const IssueContext& at, Upload upload)
{
    auto sent = TRY(receive_text(call, at.place, *upload.body));
    if (sent.refused) return show_again(call, at, sent, refused_status(*sent.refused));
    if (sent.wants_preview) return show_again(call, at, sent, 200);
    if (auto checked = check_sent(call, at, sent); !checked)
        return refuse(call, at, std::move(sent), std::move(checked).error());

    auto target = issue_address(at);
    const bool has_words = !text::trim(sent.body).empty() || !sent.files.empty();
    if (has_words) {
        auto said = issues::add_comment(call, at, {.body = sent.body}, sent.files);
        if (!said) return refuse(call, at, std::move(sent), std::move(said).error());
        target = entry_address(at, said->id);
    }
    const auto& state = sent.field("state");
    if (state.empty()) return answer_done(call, done(target));
    issues::EditIssueOption option;
    option.state = state;
    auto changed = issues::edit_issue(call, at, option);
    if (!changed && has_words) return answer_done(call, done(target, not_changed));
    if (!changed) return refuse(call, at, std::move(sent), std::move(changed).error());
    return answer_done(call, done(target, state == "closed" ? issue_closed : issue_reopened));
}

constexpr auto& issue_page =
    shows<show, "issue/issue", "issueGetIssue issueGetCommentsAndTimeline issueCreateComment issueEditIssue">;
constexpr auto& whole_page =
    shows<show_all, "issue/whole", "issueGetIssue issueGetCommentsAndTimeline issueCreateComment issueEditIssue">;

using issues::comments_on_issue;
using issues::reads_comment;
using issues::reads_issue;

// clang-format off
constexpr Operation issue_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}",          scope::none, reads_issue,       issue_page,           200, "siteIssue",        "Show an issue"},
    {GET,  "/{owner}/{repo}/issues/{index}?all=true", scope::none, reads_issue,       whole_page,           200, "siteWholeIssue",   "Show an issue with all of its timeline"},
    {POST, "/{owner}/{repo}/issues/{index}/comments", scope::none, comments_on_issue, does<comment>,        303, "siteIssueComment", "Say something about an issue, close it or open it again"},
    {GET,  "/{owner}/{repo}/comments/{id}",           scope::none, reads_comment,     handle<show_comment>, 303, "siteComment",      "Lead to a comment"},
};
// clang-format on
static_assert(well_formed(issue_operations));

} // namespace

const Table issue_page_table{"site", issue_operations, Door::site, refuse_page};

} // namespace cairn::pages
