// Issues that are shown before all others: a few of each kind in a repository, in an order of their own.
#include "issues/pin.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct NewIssuePinsAllowed {
    bool issues = false;
    bool pull_requests = false;
};
BOOST_DESCRIBE_STRUCT(NewIssuePinsAllowed, (), (issues, pull_requests))
constexpr auto notes(const NewIssuePinsAllowed*) { return std::array{Note{"", "Whether one more can be pinned"}}; }

struct PinPath {
    std::int64_t position = 0;
};
BOOST_DESCRIBE_STRUCT(PinPath, (), (position))
constexpr auto notes(const PinPath*)
{
    return std::array{Note{.member = "position", .doc = "counted from 1", .format = "int64"}};
}

Result<> pin(Call& call, const IssueContext& at) { return pin_issue(call, at); }
Result<> unpin(Call& call, const IssueContext& at) { return unpin_issue(call, at); }

Result<> move(Call& call, const IssueContext& at, Path<PinPath> path) { return move_pin(call, at, path->position); }

Result<std::vector<Issue>> list(Call& call, const RepositoryContext& place)
{
    return show_issues(call, place, list_pinned(call, place, false));
}

Result<NewIssuePinsAllowed> allowed(Call& call, const RepositoryContext& place)
{
    return NewIssuePinsAllowed{.issues = can_pin_more(call, place, false),
                               .pull_requests = can_pin_more(call, place, true)};
}

// clang-format off
constexpr Operation pin_operations[] = {
    {POST,   "/repos/{owner}/{repo}/issues/{index}/pin",            scope::issue, administers_issue, handle<pin>,   204, "pinIssue",     "Pin an issue", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/pin",            scope::issue, administers_issue, handle<unpin>, 204, "unpinIssue",   "Pin an issue no longer"},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}/pin/{position}", scope::issue, administers_issue, handle<move>,  204, "moveIssuePin", "Move a pinned issue to another place", {422}},
};
constexpr Operation repository_operations[] = {
    {GET, "/repos/{owner}/{repo}/issues/pinned",   scope::issue,      reads_pins,                    handle<list>,    200, "repoListPinnedIssues", "List the pinned issues of a repository"},
    {GET, "/repos/{owner}/{repo}/new_pin_allowed", scope::repository, repositories::sees_repository, handle<allowed>, 200, "repoNewPinAllowed",    "Check whether one more issue or pull request can be pinned"},
};
// clang-format on
static_assert(well_formed(pin_operations));
static_assert(well_formed(repository_operations));

} // namespace

const Table pin_table{"issue", pin_operations};
const Table pinned_table{"repository", repository_operations};

} // namespace cairn::issues
