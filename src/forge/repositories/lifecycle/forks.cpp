// Forks: repositories that begin as a copy of another and remember which.
#include "accounts/guards.hpp"
#include "accounts/profile/blocks.hpp"
#include "accounts/unlimited.hpp"
#include "db/composition.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/creation.hpp"
#include "repositories/listing.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using db::bound;

namespace {

struct CreateForkOption {
    std::string organization;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(CreateForkOption, (), (organization, name))
constexpr auto notes(const CreateForkOption*)
{
    return std::array{Note{"organization", "whose it shall be, if not yours"},
                      Note{.member = "name", .doc = "its name, if not that of the base", .max_length = 100}};
}

Result<Account> owner_of_fork(Call& call, const CreateForkOption& wanted)
{
    if (wanted.organization.empty()) return *call.caller.account;
    const auto account = accounts::find_account(call.db(), wanted.organization);
    if (!account || account->kind != accounts::AccountKind::organization) return not_found("the organization");
    return owner_for(call, wanted.organization);
}

Result<Page<Written<Repository>>> list(Call& call, const RepositoryContext& place, Query<ListRepositories> query)
{
    db::Composition ids("SELECT r.id FROM repository r WHERE r.fork_of = ");
    ids << bound(place.repository.id) << " AND ";
    access::add_sees(ids, access::Viewer::of(call.caller));
    ids << " ORDER BY r.id";
    return list_repositories(call, query.value, ids);
}

Result<Repository> create(Call& call, const RepositoryContext& place, Body<CreateForkOption> body)
{
    const StoredRepository& base = place.repository;
    const auto owner = TRY(owner_of_fork(call, body.value));
    for (const auto blocker : {place.owner.id, owner.id})
        if (accounts::is_blocked(call.db(), blocker, call.caller.id))
            return fail(Errc::forbidden, "the owner has blocked you");
    const NewRepository wanted{.name = body->name.empty() ? base.name : body->name,
                               .description = base.description,
                               .private_ = base.private_,
                               .default_branch = base.default_branch,
                               .object_format = base.object_format,
                               .units = {access::Unit::code, access::Unit::pulls},
                               .fork_of = base.id,
                               .fork_storage = base.storage};
    auto fork = TRY(create_repository(call.site, owner, *call.caller.account, wanted));
    // Clients know it as it was before its maker watched it.
    fork.watchers_count = 0;
    return show_repository(call, fork, owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), fork.facts()));
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/repos/{owner}/{repo}/forks", scope::repository, sees_repository,                           handle<list>,   200, "listForks",  "List the forks of a repository"},
    {POST, "/repos/{owner}/{repo}/forks", scope::repository, accounts::unlimited<reads_code_signed_in>, handle<create>, 202, "createFork", "Fork a repository", {409, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table fork_table{"repository", operations};

} // namespace cairn::repositories
