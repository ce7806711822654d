// People who can be given something to do in a repository: assignees of issues, reviewers of pull requests.
#include "accounts/guards.hpp"
#include "accounts/user.hpp"
#include "db/composition.hpp"
#include "repositories/guards.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using access::Level;
using access::Levels;
using access::Unit;
using accounts::Account;
using accounts::User;
using db::bound;

namespace {

struct AssigneePath {
    std::string assignee;
};
BOOST_DESCRIBE_STRUCT(AssigneePath, (), (assignee))
constexpr auto notes(const AssigneePath*) { return std::array{Note{"assignee", "the name of the person"}}; }

// Those who were let in by name, one by one or in teams, and reach the level in issues or pull requests; by name, and
// the owner after them.
std::vector<User> list(const Call& call, const RepositoryContext& place, Level least, std::initializer_list<Unit> units)
{
    db::Composition query("SELECT a.* FROM account a WHERE a.is_active AND a.id <> ");
    query << bound(place.owner.id)
          << " AND a.id IN (SELECT c.account_id FROM collaboration c WHERE NOT c.temporary AND c.repository_id = "
          << bound(place.repository.id) << " AND (c.levels & 15) >= " << bound(Levels::bits(least))
          << " UNION SELECT tm.account_id FROM team_repository tr JOIN team t ON t.id = tr.team_id"
             " JOIN team_member tm ON tm.team_id = t.id WHERE tr.repository_id = "
          << bound(place.repository.id) << " AND (FALSE";
    for (const auto unit : units)
        query << " OR ((t.levels >> " << bound(static_cast<int>(Levels::shift(unit)))
              << ") & 15) >= " << bound(Levels::bits(least));
    query << ")) ORDER BY a.lower_name";
    std::vector<User> shown;
    for (const auto& account : call.db().all<Account>(query))
        shown.push_back(accounts::show_user(account, call.caller, call.settings()));
    if (place.owner.kind == accounts::AccountKind::individual)
        shown.push_back(accounts::show_user(place.owner, call.caller, call.settings()));
    return shown;
}

Result<std::vector<User>> list_assignees(Call& call, const RepositoryContext& place)
{
    return list(call, place, Level::write, {Unit::issues, Unit::pulls});
}

Result<std::vector<User>> list_reviewers(Call& call, const RepositoryContext& place)
{
    return list(call, place, Level::read, {Unit::pulls});
}

// More people can be assigned than are proposed: all who can read.
Result<> check_assignee(Call& call, const RepositoryContext& place, Path<AssigneePath>)
{
    const auto person = TRY(accounts::account_at(call, "assignee"));
    const access::Viewer viewer{.id = person.id, .admin = person.is_admin, .restricted = person.is_restricted};
    const auto access = access::access_to(call.db(), viewer, place.repository.facts());
    const bool reads = access.reads(Unit::issues) || access.reads(Unit::pulls);
    if (person.kind != accounts::AccountKind::individual || !reads) return not_found("the assignee");
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/assignees",            scope::repository, sees_repository_signed_in, handle<list_assignees>, 200, "repoGetAssignees",  "List who can be assigned to issues"},
    {GET, "/repos/{owner}/{repo}/assignees/{assignee}", scope::repository, sees_repository_signed_in, handle<check_assignee>, 204, "repoCheckAssignee", "Check whether somebody can be assigned to issues"},
    {GET, "/repos/{owner}/{repo}/reviewers",            scope::repository, sees_repository_signed_in, handle<list_reviewers>, 200, "repoGetReviewers",  "List who can be asked to review pull requests"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table candidate_table{"repository", operations};

} // namespace cairn::repositories
