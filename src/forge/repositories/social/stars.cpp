// The operations on stars: one's own, those of others, and those of a repository.
#include "accounts/guards.hpp"
#include "repositories/listing.hpp"
#include "repositories/social/star.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;

namespace {

// Clients are told of all stars in the total, whether or not they see each.
Page<Written<Repository>> list_starred(const View& view, const Account& account, const Paging& paging)
{
    auto page = list_repositories(view, starred_by(view, account, paging), viewer_of(account));
    page.total = account.starred_repos_count;
    return page;
}

Result<Page<Written<Repository>>> list_own(const View& view, const Account& account, Query<ListRepositories> query)
{
    TRY(check_has_stars(view));
    return list_starred(view, account, query.value);
}

Result<Page<Written<Repository>>> list_of(const View& view, const Account& account, Query<ListRepositories> query)
{
    TRY(check_has_stars(view));
    return list_starred(view, account, query.value);
}

Result<> check(Call& call, const RepositoryContext& place)
{
    if (!has_star(call.db(), call.caller.id, place.repository.id)) return not_found("the star");
    return {};
}

Result<> give(Call& call, const RepositoryContext& place) { return star(call, place); }

Result<> take_back(Call& call, const RepositoryContext& place)
{
    unstar(call, place);
    return {};
}

Result<Unlinked<User>> list_stargazers(const View& view, const RepositoryContext& place, Query<ListRepositories> query)
{
    return Unlinked<User>{
        accounts::show_users(TRY(stargazers(view, place, query.value)), view.caller, view.settings())};
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET,    "/user/starred",                scope::user | scope::repository, accounts::oneself,              cached<list_own>,   200, "userCurrentListStarred",   "List the repositories that you have starred", {403}},
    {GET,    "/user/starred/{owner}/{repo}", scope::user | scope::repository, stars,                          handle<check>,      204, "userCurrentCheckStarring", "Check whether you have starred a repository"},
    {PUT,    "/user/starred/{owner}/{repo}", scope::user | scope::repository, stars,                          handle<give>,       204, "userCurrentPutStar",       "Star a repository"},
    {DELETE, "/user/starred/{owner}/{repo}", scope::user | scope::repository, stars,                          handle<take_back>,  204, "userCurrentDeleteStar",    "Take your star back"},
    {GET,    "/users/{username}/starred",    scope::user,                     accounts::reads_user_signed_in, cached<list_of>,    200, "userListStarred",          "List the repositories that somebody has starred"},
};
constexpr Operation stargazer_operations[] = {
    {GET, "/repos/{owner}/{repo}/stargazers", scope::repository, sees_repository, cached<list_stargazers>, 200, "repoListStargazers", "List who has starred a repository", {403}},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(stargazer_operations));

} // namespace

const Table star_table{"user", user_operations};
const Table stargazer_table{"repository", stargazer_operations};

} // namespace cairn::repositories
