// Issues that only those may talk about who may write to them.
#include "db/database.hpp"
#include "issues/changes.hpp"
#include "issues/issue_guards.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct LockIssueOption {
    std::string lock_reason;
};
BOOST_DESCRIBE_STRUCT(LockIssueOption, (), (lock_reason))
constexpr auto notes(const LockIssueOption*)
{
    return std::array{Note{"lock_reason", "why, in any words; it is told in the timeline"}};
}

// The timeline names the repository's owner, whoever it was: so it is told to today's clients.
Result<> change(Call& call, const IssueContext& at, bool locked, const std::string& reason)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        set_locked({tx, call.site.events, at.place.owner.id, *issue}, locked, reason);
        return {};
    });
}

Result<> lock(Call& call, const IssueContext& at, Body<LockIssueOption> body)
{
    return change(call, at, true, body->lock_reason);
}

Result<> unlock(Call& call, const IssueContext& at) { return change(call, at, false, ""); }

// clang-format off
constexpr Operation operations[] = {
    {PUT,    "/repos/{owner}/{repo}/issues/{index}/lock", scope::issue, administers_issue, handle<lock>,   204, "issueLockIssue",   "Let only those talk about an issue who may write to it"},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/lock", scope::issue, administers_issue, handle<unlock>, 204, "issueUnlockIssue", "Let everybody talk about an issue again"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table lock_table{"issue", operations};

} // namespace cairn::issues
