#include "accounts/profile/follow.hpp"

#include "accounts/profile/block.hpp"
#include "accounts/visibility.hpp"
#include "api/view.hpp"
#include "db/composition.hpp"

namespace cairn::accounts {

namespace {

constexpr auto followers_sql =
    "SELECT a.* FROM follow l JOIN account a ON a.id = l.account_id WHERE l.followed_id = $5 AND " + visible_sql
    + " ORDER BY l.id";
constexpr auto followed_sql =
    "SELECT a.* FROM follow l JOIN account a ON a.id = l.followed_id WHERE l.account_id = $5 AND " + visible_sql
    + " ORDER BY l.id";

Page<ShownAccount> list(const api::View& view, db::Sql sql, const Account& account, const Paging& paging)
{
    const auto viewer = Viewer::of(view.caller);
    return view.db().page<ShownAccount>(paging, sql, viewer.id, viewer.admin, viewer.restricted, viewer.public_only,
                                        account.id);
}

bool follows(db::Queries& db, const Account& who, const Account& whom)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM follow WHERE account_id = $1 AND followed_id = $2) AS value",
                           who.id, whom.id);
}

Result<void> check_sees(const api::Call& call, const Account& account)
{
    if (!may_see(call.db(), Viewer::of(call.caller), account)) return not_found("the account");
    return {};
}

std::unexpected<Error> does_not_follow(const Account& who, const Account& whom)
{
    return fail(Errc::not_found, who.name + " does not follow " + whom.name);
}

} // namespace

Page<ShownAccount> followers_of(const api::View& view, const Account& account, const Paging& paging)
{
    return list(view, followers_sql.text, account, paging);
}

Page<ShownAccount> followed_by(const api::View& view, const Account& account, const Paging& paging)
{
    return list(view, followed_sql.text, account, paging);
}

std::set<std::int64_t> followed_among(db::Queries& db, std::int64_t account_id, const std::vector<std::int64_t>& ids)
{
    std::set<std::int64_t> found;
    if (account_id == 0 || ids.empty()) return found;
    db::Composition query("SELECT f.followed_id AS value FROM follow f WHERE f.account_id = ");
    query << db::bound(account_id) << " AND f.followed_id IN " << db::bound(ids);
    for (const auto id : db.all<std::int64_t>(query)) found.insert(id);
    return found;
}

Result<void> check_follows(const api::Call& call, const Account& who, const Account& whom)
{
    TRY(check_sees(call, whom));
    if (!follows(call.db(), who, whom)) return does_not_follow(who, whom);
    return {};
}

Result<void> check_self_follows(const api::Call& call, const Account& self, const Account& whom)
{
    if (follows(call.db(), self, whom)) return {};
    TRY(check_sees(call, whom));
    return does_not_follow(self, whom);
}

Result<void> follow(const api::Call& call, const Account& self, const Account& whom)
{
    TRY(check_sees(call, whom));
    if (self.id == whom.id) return {};
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (is_blocked_either_way(tx, self.id, whom.id))
            return fail(Errc::forbidden, "one of the two accounts has blocked the other");
        const auto made = tx.run("INSERT INTO follow (account_id, followed_id, created_at) VALUES ($1, $2, $3)"
                                 " ON CONFLICT DO NOTHING",
                                 self.id, whom.id, Time::now());
        if (made == 0) return {};
        tx.run("UPDATE account SET following_count = following_count + 1 WHERE id = $1", self.id);
        tx.run("UPDATE account SET followers_count = followers_count + 1 WHERE id = $1", whom.id);
        return {};
    });
}

Result<void> unfollow(const api::Call& call, const Account& self, const Account& whom)
{
    if (!follows(call.db(), self, whom)) TRY(check_sees(call, whom));
    call.db().write([&](db::Transaction& tx) { unfollow(tx, self.id, whom.id); });
    return {};
}

void unfollow(db::Transaction& tx, std::int64_t account_id, std::int64_t followed_id)
{
    if (tx.run("DELETE FROM follow WHERE account_id = $1 AND followed_id = $2", account_id, followed_id) == 0) return;
    tx.run("UPDATE account SET following_count = following_count - 1 WHERE id = $1", account_id);
    tx.run("UPDATE account SET followers_count = followers_count - 1 WHERE id = $1", followed_id);
}

void uncount_follows(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("UPDATE account SET followers_count = followers_count - 1"
           " WHERE id IN (SELECT followed_id FROM follow WHERE account_id = $1)",
           account_id);
    tx.run("UPDATE account SET following_count = following_count - 1"
           " WHERE id IN (SELECT account_id FROM follow WHERE followed_id = $1)",
           account_id);
}

} // namespace cairn::accounts
