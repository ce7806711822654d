// The operations on repositories that were put into the store by hand.
#include "accounts/guards.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/adoption.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::administers_site;

namespace {

Result<Unlinked<std::string>> list(Call& call, Query<ListUnadopted> query)
{
    const auto* other_name = call.parameter("query");
    if (query->pattern.empty() && other_name != nullptr) query.value.pattern = *other_name;
    return Unlinked<std::string>{TRY(unadopted(call, query.value))};
}

Result<> adopt(Call& call, Path<RepositoryPath> path)
{
    return adopt_repository(call, TRY(accounts::account_at(call, "owner")), path->repo);
}

Result<> remove(Call& call, Path<RepositoryPath> path)
{
    return delete_unadopted(call, TRY(accounts::account_at(call, "owner")), path->repo);
}

// clang-format off
constexpr Operation unadopted_operations[] = {
    {GET,    "/admin/unadopted",                scope::admin, administers_site,                      handle<list>,   200, "adminUnadoptedList",             "List repositories on the disk that the site does not know", {422}},
    {POST,   "/admin/unadopted/{owner}/{repo}", scope::admin, administers_site, handle<adopt>,  204, "adminAdoptRepository",           "Take over a repository that is on the disk", {404, 409, 422}},
    {DELETE, "/admin/unadopted/{owner}/{repo}", scope::admin, administers_site,                      handle<remove>, 204, "adminDeleteUnadoptedRepository", "Delete a repository on the disk that the site does not know", {404}},
};
// clang-format on
static_assert(well_formed(unadopted_operations));

} // namespace

const Table unadopted_table{"admin", unadopted_operations};

} // namespace cairn::repositories
