// The operations that propose people for issues and pull requests.
#include "accounts/guards.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "repositories/social/candidate.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;

namespace {

struct AssigneePath {
    std::string assignee;
};
BOOST_DESCRIBE_STRUCT(AssigneePath, (), (assignee))
constexpr auto notes(const AssigneePath*) { return std::array{Note{"assignee", "the name of the person"}}; }

std::vector<User> show(const Call& call, const std::vector<Account>& people)
{
    std::vector<User> shown;
    for (const auto& account : people) shown.push_back(accounts::show_user(account, call.caller, call.settings()));
    return shown;
}

Result<std::vector<User>> list_assignees(Call& call, const RepositoryContext& place)
{
    return show(call, assignees(call, place));
}

Result<std::vector<User>> list_reviewers(Call& call, const RepositoryContext& place)
{
    return show(call, reviewers(call, place));
}

Result<> check_assignee(Call& call, const RepositoryContext& place, Path<AssigneePath>)
{
    if (!can_be_assigned(call.db(), place, TRY(accounts::account_at(call, "assignee"))))
        return not_found("the assignee");
    return {};
}

// clang-format off
constexpr Operation candidate_operations[] = {
    {GET, "/repos/{owner}/{repo}/assignees",            scope::repository, sees_repository_signed_in, handle<list_assignees>, 200, "repoGetAssignees",  "List who can be assigned to issues"},
    {GET, "/repos/{owner}/{repo}/assignees/{assignee}", scope::repository, sees_repository_signed_in, handle<check_assignee>, 204, "repoCheckAssignee", "Check whether somebody can be assigned to issues"},
    {GET, "/repos/{owner}/{repo}/reviewers",            scope::repository, sees_repository_signed_in, handle<list_reviewers>, 200, "repoGetReviewers",  "List who can be asked to review pull requests"},
};
// clang-format on
static_assert(well_formed(candidate_operations));

} // namespace

const Table candidate_table{"repository", candidate_operations};

} // namespace cairn::repositories
