// Stars: who likes a repository.
#include "accounts/guards.hpp"
#include "accounts/profile/blocks.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "repositories/guards.hpp"
#include "repositories/listing.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;
using db::bound;

namespace {

Result<void> check_enabled(const View& view)
{
    if (view.settings().repository.disable_stars) return fail(Errc::forbidden, "this site has no stars");
    return {};
}

// Below /user one has to sign in before anything is looked for.
Result<void> check_stars(Call& call)
{
    TRY(accounts::check_oneself(call));
    TRY(check_enabled(call));
    call.load(TRY(find_place(call)));
    return {};
}
constexpr Guard stars{.name = "stars the repository",
                      .path = &type_of<RepositoryPath>(),
                      .loads = &tag<RepositoryContext>,
                      .errors = {401, 403, 404},
                      .check = &check_stars};

bool has_star(db::Queries& db, std::int64_t account_id, std::int64_t repository_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM star WHERE account_id = $1 AND repository_id = $2) AS value",
                           account_id, repository_id);
}

// Others see what everybody may see. Clients are told of all stars in the total, whether or not they see each.
Page<Written<Repository>> list_starred(const View& view, const Account& account, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM star s JOIN repository r ON r.id = s.repository_id WHERE s.account_id = ");
    ids << bound(account.id);
    if (account.id != view.caller.id) ids << " AND r.audience = 0";
    ids << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY s.id";
    auto page = list_repositories(view, paging, ids, viewer_of(account));
    page.total = account.starred_repos_count;
    return page;
}

Result<Page<Written<Repository>>> list_own(const View& view, const Account& account, Query<ListRepositories> query)
{
    TRY(check_enabled(view));
    return list_starred(view, account, query.value);
}

Result<Page<Written<Repository>>> list_of(const View& view, const Account& account, Query<ListRepositories> query)
{
    TRY(check_enabled(view));
    return list_starred(view, account, query.value);
}

Result<> check(Call& call, const RepositoryContext& place)
{
    if (!has_star(call.db(), call.caller.id, place.repository.id)) return not_found("the star");
    return {};
}

Result<> give(Call& call, const RepositoryContext& place)
{
    if (accounts::is_blocked(call.db(), place.owner.id, call.caller.id))
        return fail(Errc::forbidden, "the owner has blocked you");
    call.db().write([&](db::Transaction& tx) {
        if (tx.run("INSERT INTO star (account_id, repository_id, created_at) VALUES ($1, $2, $3)"
                   " ON CONFLICT DO NOTHING",
                   call.caller.id, place.repository.id, Time::now())
            == 0)
            return;
        tx.run("UPDATE repository SET stars_count = stars_count + 1 WHERE id = $1", place.repository.id);
        tx.run("UPDATE account SET starred_repos_count = starred_repos_count + 1 WHERE id = $1", call.caller.id);
    });
    return {};
}

Result<> take_back(Call& call, const RepositoryContext& place)
{
    call.db().write([&](db::Transaction& tx) {
        if (tx.run("DELETE FROM star WHERE account_id = $1 AND repository_id = $2", call.caller.id, place.repository.id)
            == 0)
            return;
        tx.run("UPDATE repository SET stars_count = stars_count - 1 WHERE id = $1", place.repository.id);
        tx.run("UPDATE account SET starred_repos_count = starred_repos_count - 1 WHERE id = $1", call.caller.id);
    });
    return {};
}

Result<Unlinked<User>> list_stargazers(const View& view, const RepositoryContext& place, Query<ListRepositories> query)
{
    TRY(check_enabled(view));
    const auto found =
        view.db().page<accounts::ShownAccount>(query.value,
                                               "SELECT a.* FROM star s JOIN account a ON a.id = s.account_id"
                                               " WHERE s.repository_id = $1 ORDER BY s.id",
                                               place.repository.id);
    return Unlinked<User>{accounts::show_users(found, view.caller, view.settings())};
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET,    "/user/starred",                scope::user | scope::repository, accounts::oneself,              cached<list_own>,   200, "userCurrentListStarred",   "List the repositories that you have starred", {403}},
    {GET,    "/user/starred/{owner}/{repo}", scope::user | scope::repository, stars,                          handle<check>,      204, "userCurrentCheckStarring", "Check whether you have starred a repository"},
    {PUT,    "/user/starred/{owner}/{repo}", scope::user | scope::repository, stars,                          handle<give>,       204, "userCurrentPutStar",       "Star a repository"},
    {DELETE, "/user/starred/{owner}/{repo}", scope::user | scope::repository, stars,                          handle<take_back>,  204, "userCurrentDeleteStar",    "Take your star back"},
    {GET,    "/users/{username}/starred",    scope::user,                     accounts::reads_user_signed_in, cached<list_of>,    200, "userListStarred",          "List the repositories that somebody has starred"},
};
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/stargazers", scope::repository, sees_repository, cached<list_stargazers>, 200, "repoListStargazers", "List who has starred a repository", {403}},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(operations));

} // namespace

const Table star_table{"user", user_operations};
const Table stargazer_table{"repository", operations};

} // namespace cairn::repositories
