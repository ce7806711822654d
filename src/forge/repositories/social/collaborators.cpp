// The operations on the collaborators of a repository.
#include "accounts/guards.hpp"
#include "accounts/user.hpp"
#include "db/database.hpp"
#include "repositories/social/collaborator.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;

namespace {

struct RepoCollaboratorPermission {
    access::Level permission = access::Level::none;
    std::string role_name;
    User user;
};
BOOST_DESCRIBE_STRUCT(RepoCollaboratorPermission, (), (permission, role_name, user))
constexpr auto notes(const RepoCollaboratorPermission*)
{
    return std::array{Note{"", "How far somebody's rights in a repository go"},
                      Note{"role_name", "the same as permission"}};
}

struct CollaboratorPath {
    std::string collaborator;
};
BOOST_DESCRIBE_STRUCT(CollaboratorPath, (), (collaborator))
constexpr auto notes(const CollaboratorPath*) { return std::array{Note{"collaborator", "the name of the person"}}; }

struct ListCollaborators : Paging { };
BOOST_DESCRIBE_STRUCT(ListCollaborators, (Paging), ())

Result<Account> person_at(Call& call, const RepositoryContext& place)
{
    auto person = TRY(accounts::account_at(call, "collaborator"));
    TRY(check_may_name(call, place, person));
    return person;
}

// A name that nobody has is a wrong value here, not a wrong address.
Result<Account> person_named(Call& call, const RepositoryContext& place)
{
    auto account = person_at(call, place);
    if (!account && account.error().code == Errc::not_found)
        return fail(Errc::unprocessable, "there is nobody named " + call.segment("collaborator"));
    return account;
}

Result<Unlinked<User>> list(Call& call, const RepositoryContext& place, Query<ListCollaborators> query)
{
    return Unlinked<User>{accounts::show_users(collaborators(call, place, query.value), call.caller, call.settings())};
}

Result<> check(Call& call, const RepositoryContext& place, Path<CollaboratorPath>)
{
    const auto person = TRY(person_named(call, place));
    if (!is_collaborator(call.db(), place, person.id)) return not_found("the collaborator");
    return {};
}

Result<> add(Call& call, const RepositoryContext& place, Path<CollaboratorPath>, Body<AddCollaboratorOption> body)
{
    if (call.request.body.empty()) return fail(Errc::unprocessable, "say how far the person's rights shall go");
    return add_collaborator(call, place, TRY(person_named(call, place)), body.value);
}

Result<> remove(Call& call, const RepositoryContext& place, Path<CollaboratorPath>)
{
    remove_collaborator(call, place, TRY(person_named(call, place)));
    return {};
}

Result<RepoCollaboratorPermission> get_permission(Call& call, const RepositoryContext& place, Path<CollaboratorPath>)
{
    const auto person = TRY(person_at(call, place));
    const auto level = TRY(permission_of(call, place, person));
    // The person is shown as to the repository's owner, who is an insider of nobody else's account.
    const bool of_owner = person.id == place.owner.id && (call.caller.id == person.id || call.caller.admin);
    return RepoCollaboratorPermission{.permission = level,
                                      .role_name = std::string(word_of(level)),
                                      .user = of_owner ? accounts::show_user(person, call.caller, call.settings())
                                                       : accounts::show_user_plainly(person, true, call.settings())};
}

// clang-format off
constexpr Operation collaborator_operations[] = {
    {GET,    "/repos/{owner}/{repo}/collaborators",                           scope::repository, sees_repository_signed_in, handle<list>,           200, "repoListCollaborators",  "List the collaborators of a repository"},
    {GET,    "/repos/{owner}/{repo}/collaborators/{collaborator}",            scope::repository, sees_repository_signed_in, handle<check>,          204, "repoCheckCollaborator",  "Check whether somebody is a collaborator", {422}},
    {PUT,    "/repos/{owner}/{repo}/collaborators/{collaborator}",            scope::repository, administers_repository,    handle<add>,            204, "repoAddCollaborator",    "Let somebody in, or change how far", {422}},
    {DELETE, "/repos/{owner}/{repo}/collaborators/{collaborator}",            scope::repository, administers_repository,    handle<remove>,         204, "repoDeleteCollaborator", "Take a collaborator's rights away", {422}},
    {GET,    "/repos/{owner}/{repo}/collaborators/{collaborator}/permission", scope::repository, sees_repository_signed_in, handle<get_permission>, 200, "repoGetRepoPermissions", "Tell how far somebody's rights go", {403}},
};
// clang-format on
static_assert(well_formed(collaborator_operations));

} // namespace

const Table collaborator_table{"repository", collaborator_operations};

} // namespace cairn::repositories
