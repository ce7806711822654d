// What issues wait for, and what waits for them.
#include "accounts/virtual_accounts.hpp"
#include "config/settings.hpp"
#include "issues/dependency.hpp"
#include "issues/readable.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct ListDependencies : Paging { };
BOOST_DESCRIBE_STRUCT(ListDependencies, (Paging), ())

template <Result<StoredIssue> (*change)(const Call&, const IssueContext&, const IssueMeta&)>
Result<Issue> change_by(Call& call, const IssueContext& at, Body<IssueMeta> body)
{
    return show_issue(call, at.place, TRY(change(call, at, body.value)));
}

// That there is something is told, and nothing of what it is.
Issue hidden(const Call& call)
{
    Issue issue;
    issue.user = std::make_shared<accounts::User>(accounts::show_user(accounts::ghost(), call.caller, call.settings()));
    issue.title = "HIDDEN";
    issue.assets.emplace();
    return issue;
}

Result<Page<Issue>> waits_for(Call& call, const IssueContext& at, Query<ListDependencies> query)
{
    const auto found = list_dependencies(call, at, query.value);
    std::map<std::int64_t, Issue> readable;
    for (auto& issue : readable_issues(call, found.items)) readable.emplace(issue.id, std::move(issue));
    Page<Issue> shown{.items = {}, .total = found.total};
    for (const auto id : found.items) {
        const auto issue = readable.find(id);
        if (issue != readable.end()) shown.items.push_back(std::move(issue->second));
        else shown.items.push_back(at.may_write() ? Issue() : hidden(call));
    }
    return shown;
}

Result<std::vector<Issue>> waited_for_by(Call& call, const IssueContext& at, Query<ListBlocks> query)
{
    return show_issues(call, list_blocks(call, at, query.value));
}

// clang-format off
constexpr Operation dependency_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/dependencies", scope::issue, reads_dependent, handle<waits_for>, 200, "issueListIssueDependencies",   "List what an issue waits for"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/dependencies", scope::issue, links_issue,     handle<change_by<add_dependency>>,    201, "issueCreateIssueDependencies", "Let an issue wait for another", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/dependencies", scope::issue, links_issue,     handle<change_by<remove_dependency>>, 201, "issueRemoveIssueDependencies", "Let an issue wait for another no longer", {422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/blocks",       scope::issue, reads_dependent, handle<waited_for_by>,       200, "issueListBlocks",              "List what waits for an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/blocks",       scope::issue, blocks_issue,    handle<change_by<add_block>>,         201, "issueCreateIssueBlocking",     "Let another issue wait for this one", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/blocks",       scope::issue, blocks_issue,    handle<change_by<remove_block>>,      201, "issueRemoveIssueBlocking",     "Let another issue wait for this one no longer", {422}},
};
// clang-format on
static_assert(well_formed(dependency_operations));

} // namespace

const Table dependency_table{"issue", dependency_operations};

} // namespace cairn::issues
