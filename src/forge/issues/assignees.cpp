// Who is to do an issue.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "issues/assignment.hpp"
#include "issues/changes.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct AssigneePath {
    std::string assignee;
};
BOOST_DESCRIBE_STRUCT(AssigneePath, (), (assignee))
constexpr auto notes(const AssigneePath*) { return std::array{Note{"assignee", "the name of the person"}}; }

Result<Issue> add(Call& call, const IssueContext& at, Body<IssueAssigneesOption> body)
{
    return show_issue(call, at.place, TRY(assign(call, at, body.value)));
}

Result<Issue> remove(Call& call, const IssueContext& at, Body<IssueAssigneesOption> body)
{
    return show_issue(call, at.place, TRY(unassign(call, at, body.value)));
}

// Whether somebody could be assigned, not whether somebody is.
Result<> check(Call& call, const IssueContext& at, Path<AssigneePath>)
{
    const auto person = TRY(accounts::account_at(call, "assignee"));
    if (!is_assignable(call.db(), at.place.repository, person)) return not_found("the assignee");
    return {};
}

// clang-format off
constexpr Operation assignee_operations[] = {
    {POST,   "/repos/{owner}/{repo}/issues/{index}/assignees",            scope::issue, assigns_issue, handle<add>,    201, "issueAddAssignees",    "Assign an issue to more people", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/assignees",            scope::issue, assigns_issue, handle<remove>, 200, "issueRemoveAssignees", "Assign an issue to somebody no longer", {422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/assignees/{assignee}", scope::issue, reads_issue,   handle<check>,  204, "issueCheckAssignee",   "Check whether somebody can be assigned to an issue", {400}},
};
// clang-format on
static_assert(well_formed(assignee_operations));

} // namespace

const Table assignee_table{"issue", assignee_operations};

} // namespace cairn::issues
