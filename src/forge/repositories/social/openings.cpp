// The operations on what of a repository is open to everybody.
#include "repositories/social/public_access.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

Result<PublicAccess> get(Call& call, const RepositoryContext& place) { return public_access(call, place); }

Result<PublicAccess> put(Call& call, const RepositoryContext& place, Body<PublicAccess> body)
{
    TRY(set_public_access(call, place, body.value));
    return public_access(call, place);
}

// clang-format off
constexpr Operation public_access_operations[] = {
    {GET, "/repos/{owner}/{repo}/public_access", scope::repository, administers_repository,      handle<get>, 200, "repoGetPublicAccess", "Get which units of a repository are open to everybody"},
    {PUT, "/repos/{owner}/{repo}/public_access", scope::repository, administers_live_repository, handle<put>, 200, "repoSetPublicAccess", "Open units of a repository to everybody", {422}},
};
// clang-format on
static_assert(well_formed(public_access_operations));

} // namespace

const Table public_access_table{"repository", public_access_operations};

} // namespace cairn::repositories
