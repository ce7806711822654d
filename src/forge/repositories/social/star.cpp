#include "repositories/social/star.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/block.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;
using db::bound;

Result<void> check_has_stars(const View& view)
{
    if (view.settings().repository.disable_stars) return fail(Errc::forbidden, "this site has no stars");
    return {};
}

Result<void> check_stars(Call& call)
{
    TRY(accounts::check_oneself(call));
    TRY(check_has_stars(call));
    call.load(TRY(find_place(call)));
    return {};
}

bool has_star(db::Queries& db, std::int64_t account_id, std::int64_t repository_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM star WHERE account_id = $1 AND repository_id = $2) AS value",
                           account_id, repository_id);
}

Result<void> star(const Call& call, const RepositoryContext& place)
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

void unstar(const Call& call, const RepositoryContext& place)
{
    call.db().write([&](db::Transaction& tx) {
        if (tx.run("DELETE FROM star WHERE account_id = $1 AND repository_id = $2", call.caller.id, place.repository.id)
            == 0)
            return;
        tx.run("UPDATE repository SET stars_count = stars_count - 1 WHERE id = $1", place.repository.id);
        tx.run("UPDATE account SET starred_repos_count = starred_repos_count - 1 WHERE id = $1", call.caller.id);
    });
}

Page<std::int64_t> starred_by(const View& view, const Account& account, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM star s JOIN repository r ON r.id = s.repository_id WHERE s.account_id = ");
    ids << bound(account.id);
    if (account.id != view.caller.id) ids << " AND r.audience = 0";
    ids << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY s.id";
    return view.db().page<std::int64_t>(paging, ids);
}

Result<Page<accounts::ShownAccount>> stargazers(const View& view, const RepositoryContext& place, const Paging& paging)
{
    TRY(check_has_stars(view));
    return view.db().page<accounts::ShownAccount>(paging,
                                                  "SELECT a.* FROM star s JOIN account a ON a.id = s.account_id"
                                                  " WHERE s.repository_id = $1 ORDER BY s.id",
                                                  place.repository.id);
}

} // namespace cairn::repositories
