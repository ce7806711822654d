#include "accounts/profile/block.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/follow.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::accounts {

using namespace api;

namespace {

// In a repository of the owner's, where the owner could read it: a review is of these kinds once it is no draft.
bool has_written_to(db::Queries& db, std::int64_t account_id, std::int64_t owner_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue i JOIN repository r ON r.id = i.repository_id"
                           " WHERE i.poster_id = $1 AND r.owner_id = $2)"
                           " OR EXISTS (SELECT 1 FROM comment c JOIN repository r ON r.id = c.repository_id"
                           " WHERE c.poster_id = $1 AND c.kind IN ('comment', 'review') AND r.owner_id = $2) AS value",
                           account_id, owner_id);
}

} // namespace

bool is_blocked(db::Queries& db, std::int64_t blocker_id, std::int64_t blocked_id)
{
    return db.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM account_block WHERE account_id = $1 AND blocked_id = $2) AS value", blocker_id,
        blocked_id);
}

bool is_blocked_either_way(db::Queries& db, std::int64_t one_id, std::int64_t other_id)
{
    return is_blocked(db, one_id, other_id) || is_blocked(db, other_id, one_id);
}

Page<User> list_blocked(const Call& call, const Paging& paging, std::int64_t blocker_id)
{
    return show_users(
        call.db().page<ShownAccount>(paging,
                                     "SELECT a.* FROM account_block b JOIN account a ON a.id = b.blocked_id"
                                     " WHERE b.account_id = $1 AND (a.visibility = 'public' OR NOT $2) ORDER BY b.id",
                                     blocker_id, call.caller.public_only()),
        call.caller, call.settings());
}

Result<void> check_blockable(Call& call, const Account& other, std::int64_t blocker_id)
{
    auto seen = check_sees_account(call, other);
    if (!seen && (is_blocked(call.db(), blocker_id, other.id) || has_written_to(call.db(), other.id, blocker_id)))
        return {};
    return seen;
}

Result<Account> blockable_at(Call& call, std::string_view segment, std::int64_t blocker_id)
{
    auto other = TRY(account_at(call, segment));
    TRY(check_blockable(call, other, blocker_id));
    return other;
}

Result<void> block(db::Transaction& tx, const events::Bus& events, const Account& blocker, const Account& blocked,
                   const std::string& note)
{
    if (blocked.id == blocker.id) return fail(Errc::bad_request, "nobody can block the own account");
    if (blocked.kind != AccountKind::individual) return fail(Errc::bad_request, "organizations cannot be blocked");
    const auto made = tx.run("INSERT INTO account_block (account_id, blocked_id, note, created_at)"
                             " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                             blocker.id, blocked.id, note, Time::now());
    if (made == 0) return fail(Errc::bad_request, blocked.name + " is blocked already");
    unfollow(tx, blocker.id, blocked.id);
    unfollow(tx, blocked.id, blocker.id);
    events.tell(tx, events::AccountBlocked{.blocker_id = blocker.id, .blocked_id = blocked.id});
    return {};
}

Result<void> block(const Call& call, const Account& blocker, const Account& blocked, const std::string& note)
{
    return call.db().write([&](db::Transaction& tx) { return block(tx, call.site.events, blocker, blocked, note); });
}

Result<void> unblock(db::Transaction& tx, const Account& blocker, const Account& blocked)
{
    if (tx.run("DELETE FROM account_block WHERE account_id = $1 AND blocked_id = $2", blocker.id, blocked.id) == 0)
        return fail(Errc::bad_request, blocked.name + " is not blocked");
    return {};
}

Result<void> unblock(const Call& call, const Account& blocker, const Account& blocked)
{
    return call.db().write([&](db::Transaction& tx) { return unblock(tx, blocker, blocked); });
}

} // namespace cairn::accounts
