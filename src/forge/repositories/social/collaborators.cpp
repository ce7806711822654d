// People who were let into a repository one by one.
#include "accounts/guards.hpp"
#include "accounts/profile/blocks.hpp"
#include "accounts/user.hpp"
#include "accounts/visibility.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "repositories/guards.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;

namespace {

enum class CollaboratorPermission : std::uint8_t { read, write, admin };
BOOST_DESCRIBE_ENUM(CollaboratorPermission, read, write, admin)

struct AddCollaboratorOption {
    std::optional<CollaboratorPermission> permission;
};
BOOST_DESCRIBE_STRUCT(AddCollaboratorOption, (), (permission))
constexpr auto notes(const AddCollaboratorOption*)
{
    return std::array{Note{"permission", "how far the person's rights go; to writing unless said otherwise"}};
}

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

access::Level level_of(CollaboratorPermission permission)
{
    switch (permission) {
    case CollaboratorPermission::read: return access::Level::read;
    case CollaboratorPermission::write: return access::Level::write;
    case CollaboratorPermission::admin: return access::Level::admin;
    }
    std::unreachable();
}

constexpr auto collaborators_of = "SELECT a.* FROM collaboration c JOIN account a ON a.id = c.account_id"
                                  " WHERE c.repository_id = $5 AND NOT c.temporary AND ($6 OR "
    + accounts::visible_sql + ") ORDER BY c.created_at, a.id";

bool is_collaborator(db::Queries& db, const RepositoryContext& place, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM collaboration WHERE repository_id = $1"
                           " AND account_id = $2 AND NOT temporary) AS value",
                           place.repository.id, account_id);
}

// A person whom the caller does not see is not there, but for those whom the repository itself names to the caller: its
// owner and, to whoever administers it, its collaborators.
Result<Account> person_at(Call& call, const RepositoryContext& place)
{
    auto person = TRY(accounts::account_at(call, "collaborator"));
    const bool is_named =
        person.id == place.owner.id || (place.access.administers() && is_collaborator(call.db(), place, person.id));
    if (!is_named) TRY(accounts::check_sees_account(call, person));
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
    const auto viewer = access::Viewer::of(call.caller);
    const bool sees_all = place.access.administers() && !viewer.public_only;
    const auto found =
        call.db().page<accounts::ShownAccount>(query.value, collaborators_of.text, viewer.id, viewer.admin,
                                               viewer.restricted, viewer.public_only, place.repository.id, sees_all);
    return Unlinked<User>{accounts::show_users(found, call.caller, call.settings())};
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
    const auto person = TRY(person_named(call, place));
    if (person.id == place.owner.id) return {};
    if (person.kind != accounts::AccountKind::individual)
        return fail(Errc::unprocessable, "an organization cannot be a collaborator");
    if (accounts::is_blocked_either_way(call.db(), place.owner.id, person.id))
        return fail(Errc::forbidden, "one of the two has blocked the other");
    const auto level = level_of(body->permission.value_or(CollaboratorPermission::write));
    call.db().write([&](db::Transaction& tx) {
        tx.run("INSERT INTO collaboration (repository_id, account_id, levels, created_at) VALUES ($1, $2, $3, $4)"
               " ON CONFLICT (repository_id, account_id) DO UPDATE SET levels = $3, temporary = FALSE",
               place.repository.id, person.id, access::Levels::everywhere(level).stored(), Time::now());
        call.site.events.tell(tx,
                              events::AccessLost{.account_id = person.id,
                                                 .repository_id = place.repository.id,
                                                 .owner_id = place.owner.id});
    });
    return {};
}

Result<> remove(Call& call, const RepositoryContext& place, Path<CollaboratorPath>)
{
    const auto person = TRY(person_named(call, place));
    call.db().write([&](db::Transaction& tx) {
        if (tx.run("DELETE FROM collaboration WHERE repository_id = $1 AND account_id = $2 AND NOT temporary",
                   place.repository.id, person.id)
            == 0)
            return;
        call.site.events.tell(tx,
                              events::AccessLost{.account_id = person.id,
                                                 .repository_id = place.repository.id,
                                                 .owner_id = place.owner.id});
    });
    return {};
}

Result<RepoCollaboratorPermission> get_permission(Call& call, const RepositoryContext& place, Path<CollaboratorPath>)
{
    const auto person = TRY(person_at(call, place));
    if (person.id != call.caller.id && !place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository may ask about others");
    const access::Viewer viewer{.id = person.id, .admin = person.is_admin, .restricted = person.is_restricted};
    const auto level = access::access_to(call.db(), viewer, place.repository.facts()).whole();
    // The person is shown as to the repository's owner, who is an insider of nobody else's account.
    const bool of_owner = person.id == place.owner.id && (call.caller.id == person.id || call.caller.admin);
    return RepoCollaboratorPermission{.permission = level,
                                      .role_name = std::string(word_of(level)),
                                      .user = of_owner ? accounts::show_user(person, call.caller, call.settings())
                                                       : accounts::show_user_plainly(person, true, call.settings())};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/collaborators",                           scope::repository, sees_repository_signed_in, handle<list>,           200, "repoListCollaborators",  "List the collaborators of a repository"},
    {GET,    "/repos/{owner}/{repo}/collaborators/{collaborator}",            scope::repository, sees_repository_signed_in, handle<check>,          204, "repoCheckCollaborator",  "Check whether somebody is a collaborator", {422}},
    {PUT,    "/repos/{owner}/{repo}/collaborators/{collaborator}",            scope::repository, administers_repository,    handle<add>,            204, "repoAddCollaborator",    "Let somebody in, or change how far", {422}},
    {DELETE, "/repos/{owner}/{repo}/collaborators/{collaborator}",            scope::repository, administers_repository,    handle<remove>,         204, "repoDeleteCollaborator", "Take a collaborator's rights away", {422}},
    {GET,    "/repos/{owner}/{repo}/collaborators/{collaborator}/permission", scope::repository, sees_repository_signed_in, handle<get_permission>, 200, "repoGetRepoPermissions", "Tell how far somebody's rights go", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table collaborator_table{"repository", operations};

} // namespace cairn::repositories
