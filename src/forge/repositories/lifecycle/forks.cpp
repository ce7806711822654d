// The operations on forks.
#include "accounts/unlimited.hpp"
#include "repositories/lifecycle/fork.hpp"
#include "repositories/listing.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

Result<Page<Written<Repository>>> list(Call& call, const RepositoryContext& place, Query<ListRepositories> query)
{
    return list_repositories(call, forks_of(call, place.repository, query.value));
}

Result<Repository> create(Call& call, const RepositoryContext& place, Body<CreateForkOption> body)
{
    auto made = TRY(fork_repository(call, place, body.value));
    // Clients know it as it was before its maker watched it.
    made.repository.watchers_count = 0;
    return show_repository(call, made.repository, made.owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), made.repository.facts()));
}

// clang-format off
constexpr Operation fork_operations[] = {
    {GET,  "/repos/{owner}/{repo}/forks", scope::repository, sees_repository,                           handle<list>,   200, "listForks",  "List the forks of a repository"},
    {POST, "/repos/{owner}/{repo}/forks", scope::repository, accounts::unlimited<reads_code_signed_in>, handle<create>, 202, "createFork", "Fork a repository", {409, 422}},
};
// clang-format on
static_assert(well_formed(fork_operations));

} // namespace

const Table fork_table{"repository", fork_operations};

} // namespace cairn::repositories
