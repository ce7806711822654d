// The page of one issue, and what is said there.
#include "issues/editing.hpp"
#include "issues/timeline/commenting.hpp"
#include "pages/issue/answering.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/reply_menu.hpp"
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

struct IssueQuery {
    std::int64_t comment = 0;
    std::string quote;
    std::int64_t reply = 0;
};
BOOST_DESCRIBE_STRUCT(IssueQuery, (), (comment, quote, reply))
constexpr auto notes(const IssueQuery*)
{
    return std::array{Note{"comment", "the id of an entry that must be shown"},
                      Note{"quote", "the id of a comment, or issue: what the answer begins with"},
                      Note{"reply", "the id of a saved reply of one's own, to be put into the field"}};
}

const PageOf<IssueView> issue_again{"issue/issue"};

// A pull request has a page of its own.
Result<void> check_is_issue(const IssueContext& at, std::string_view query = {})
{
    if (!at.issue.is_pull) return {};
    return elsewhere(Errc::see_other, issue_address(at) + std::string(query));
}

Result<IssueView> show(Call& call, const IssueContext& at, Query<IssueQuery> query)
{
    TRY(check_is_issue(at));
    auto view = issue_view(call, at, {.around = query->comment});
    if (view.rights.may_talk)
        view.reply.body = quotation(call, at, query->quote) + saved_reply_text(call, query->reply);
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

Result<Raw> comment(Call& call, const IssueContext& at, Upload upload)
{
    const auto change_state = [&](const std::string& state) -> Result<> {
        issues::EditIssueOption option;
        option.state = state;
        TRY(issues::edit_issue(call, at, option));
        return {};
    };
    return take_answer(call, at, *upload.body,
                       {.again = [&](const SentText& sent, int status) { return show_again(call, at, sent, status); },
                        .change_state = change_state,
                        .closed = issue_closed,
                        .reopened = issue_reopened});
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
