// Issues: opening, finding, reading, changing, locking and deleting them.
#include "accounts/guards.hpp"
#include "api/links.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "issues/editing.hpp"
#include "issues/issue_list.hpp"
#include "issues/opening.hpp"
#include "issues/search.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"
#include "issues/time/deadlines.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct IssueDeadline {
    Time due_date;
};
BOOST_DESCRIBE_STRUCT(IssueDeadline, (), (due_date))
constexpr auto notes(const IssueDeadline*)
{
    return std::array{Note{"", "When an issue should be done"}, Note{"due_date", "the beginning of 1970 for never"}};
}

Result<Issue> create(Call& call, const RepositoryContext& place, Body<CreateIssueOption> body)
{
    return show_issue(call, place, TRY(open_issue(call, place, body.value)));
}

Result<Issue> get(const View& view, const IssueContext& at) { return show_issue(view, at.place, at.issue); }

Result<Page<Issue>> list(const View& view, const RepositoryContext& place, Query<ListIssues> query)
{
    const auto found = TRY(list_issues(view, place, query.value));
    return Page<Issue>{.items = show_issues(view, place, found.items), .total = found.total};
}

// Clients know the Link of a negative limit as that of pages of one, though all is shown on one.
void add_links_of_negative_limit(Call& call, const Paging& paging, std::int64_t total)
{
    const auto* limit = call.parameter("limit");
    if (limit == nullptr || text::parse_integer(*limit).value_or(0) >= 0 || total > paging.limit) return;
    const auto address = call.settings().server.root_url + std::string(call.request.path().substr(1));
    for (auto& link : page_links(address, call.query, {.page = paging.page, .limit = 1}, total))
        call.reply_headers.emplace_back("Link", std::move(link));
}

Result<Page<Issue>> search(Call& call, Query<SearchIssues> query)
{
    const auto found = TRY(search_issues(call, query.value));
    add_links_of_negative_limit(call, query.value, found.total);
    return Page<Issue>{.items = show_issues(call, found.items), .total = found.total};
}

Result<Issue> edit(Call& call, const IssueContext& at, Body<EditIssueOption> body)
{
    return show_issue(call, at.place, TRY(edit_issue(call, at, body.value)));
}

Result<> remove(Call& call, const IssueContext& at)
{
    delete_issue(call, at);
    return {};
}

Result<IssueDeadline> set_due_date(Call& call, const IssueContext& at, Body<EditDeadlineOption> body)
{
    return IssueDeadline{TRY(edit_deadline(call, at, body.value)).value_or(Time{})};
}

Result<> lock(Call& call, const IssueContext& at, Body<LockIssueOption> body)
{
    return lock_issue(call, at, body.value);
}
Result<> unlock(Call& call, const IssueContext& at) { return unlock_issue(call, at); }

// clang-format off
constexpr Operation issue_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues",                  scope::issue, reads_tracker,         cached<list>,          200, "issueListIssues",        "List the issues and pull requests of a repository", {422}},
    {POST,   "/repos/{owner}/{repo}/issues",                  scope::issue, opens_issue,           handle<create>,        201, "issueCreateIssue",       "Open an issue", {412, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}",          scope::issue, reads_issue,           quick_and_cached<get>, 200, "issueGetIssue",          "Get an issue or a pull request"},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}",          scope::issue, reads_issue_signed_in, handle<edit>,          201, "issueEditIssue",         "Change an issue", {400, 403, 409, 412, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}",          scope::issue, administers_issue,     handle<remove>,        204, "issueDelete",            "Delete an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/deadline", scope::issue, writes_issue,          handle<set_due_date>,  201, "issueEditIssueDeadline", "Say when an issue should be done", {422}},
    {PUT,    "/repos/{owner}/{repo}/issues/{index}/lock",     scope::issue, administers_issue,     handle<lock>,          204, "issueLockIssue",         "Let only those talk about an issue who may write to it"},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/lock",     scope::issue, administers_issue,     handle<unlock>,        204, "issueUnlockIssue",       "Let everybody talk about an issue again"},
    {GET,    "/repos/issues/search",                          scope::issue, accounts::anyone,      handle<search>,        200, "issueSearchIssues",      "Search issues and pull requests in all repositories", {400, 404, 422}},
};
// clang-format on
static_assert(well_formed(issue_operations));

} // namespace

const Table issue_table{"issue", issue_operations};

} // namespace cairn::issues
