// The operations on repositories themselves: read, change, delete.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "db/database.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/edit.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct RepositoryId {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(RepositoryId, (), (id))
constexpr auto notes(const RepositoryId*) { return std::array{Note{"id", "the number of the repository"}}; }

Result<Repository> get(const View& view, const RepositoryContext& place)
{
    return show_repository(view, place.repository, place.owner, place.access);
}

Result<Repository> get_by_id(Call& call, Path<RepositoryId> path)
{
    const auto repository = find_repository(call.db(), path->id);
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    const auto owner = accounts::find_account(call.db(), repository->owner_id);
    if (!access.sees() || !owner) return not_found("the repository");
    return show_repository(call, *repository, *owner, access);
}

Result<Repository> edit(Call& call, const RepositoryContext& place, Body<EditRepoOption> body)
{
    // Clients are told what they could do when they asked.
    return show_repository(call, TRY(edit_repository(call, place, body.value)), place.owner, place.access);
}

Result<> remove(Call& call, const RepositoryContext& place)
{
    delete_repository(call.site, place.repository, call.caller.id);
    return {};
}

// clang-format off
constexpr Operation repository_operations[] = {
    {GET,    "/repos/{owner}/{repo}", scope::repository, sees_repository,        quick_and_cached<get>, 200, "repoGet",               "Get a repository"},
    {GET,    "/repositories/{id}",    scope::repository, accounts::signed_in,    handle<get_by_id>,     200, "repoGetByID",           "Get a repository by its number", {404}},
    {PATCH,  "/repos/{owner}/{repo}", scope::repository, administers_repository, handle<edit>,          200, "repoEdit",              "Change a repository", {422}},
    {DELETE, "/repos/{owner}/{repo}", scope::repository, owns_repository,        handle<remove>,        204, "repoDelete",            "Delete a repository"},
};
// clang-format on
static_assert(well_formed(repository_operations));

} // namespace

const Table repository_table{"repository", repository_operations};

} // namespace cairn::repositories
