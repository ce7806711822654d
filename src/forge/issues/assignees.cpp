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

struct IssueAssigneesOption {
    std::vector<std::string> assignees;
};
BOOST_DESCRIBE_STRUCT(IssueAssigneesOption, (), (assignees))
constexpr auto notes(const IssueAssigneesOption*) { return std::array{Note{"assignees", "the names of people"}}; }

struct AssigneePath {
    std::string assignee;
};
BOOST_DESCRIBE_STRUCT(AssigneePath, (), (assignee))
constexpr auto notes(const AssigneePath*) { return std::array{Note{"assignee", "the name of the person"}}; }

Result<void> check_assigns(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::changeable(call, place));
    auto issue = TRY(find_readable_issue(call, place));
    if (!place.access.writes(issue.unit()))
        return fail(Errc::forbidden, "you may not assign this issue to anybody", ErrorForm::empty);
    call.load(IssueContext{.place = std::move(place), .issue = std::move(issue)});
    return {};
}
constexpr Guard assigns_issue = issue_guard("assigns the issue", &check_assigns, {401, 403, 404, 423});

Result<Issue> change(Call& call, const IssueContext& at, const std::set<std::int64_t>& ids, bool assigned)
{
    const auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        for (const auto id : ids) set_assigned({tx, call.site.events, call.caller.id, *issue}, id, assigned);
        return *issue;
    }));
    return show_issue(call, at.place, changed);
}

Result<Issue> add(Call& call, const IssueContext& at, Body<IssueAssigneesOption> body)
{
    return change(call, at, TRY(find_assignees(call, at.place, body->assignees, Errc::forbidden)), true);
}

Result<Issue> remove(Call& call, const IssueContext& at, Body<IssueAssigneesOption> body)
{
    std::set<std::int64_t> ids;
    for (const auto& name : body->assignees) {
        const auto person = accounts::find_account(call.db(), name);
        if (!person) return fail(Errc::unprocessable, "nobody is called " + name);
        ids.insert(person->id);
    }
    return change(call, at, ids, false);
}

// Whether somebody could be assigned, not whether somebody is.
Result<> check(Call& call, const IssueContext& at, Path<AssigneePath>)
{
    const auto person = TRY(accounts::account_at(call, "assignee"));
    if (!is_assignable(call.db(), at.place.repository, person)) return not_found("the assignee");
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/issues/{index}/assignees",            scope::issue, assigns_issue, handle<add>,    201, "issueAddAssignees",    "Assign an issue to more people", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/assignees",            scope::issue, assigns_issue, handle<remove>, 200, "issueRemoveAssignees", "Assign an issue to somebody no longer", {422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/assignees/{assignee}", scope::issue, reads_issue,   handle<check>,  204, "issueCheckAssignee",   "Check whether somebody can be assigned to an issue", {400}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table assignee_table{"issue", operations};

} // namespace cairn::issues
