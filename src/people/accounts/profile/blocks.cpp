#include "accounts/profile/blocks.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/follows.hpp"
#include "accounts/tables.hpp"
#include "accounts/user.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct ListBlocks : Paging { };
BOOST_DESCRIBE_STRUCT(ListBlocks, (Paging), ())

struct BlockNote {
    std::string note;
};
BOOST_DESCRIBE_STRUCT(BlockNote, (), (note))
constexpr auto notes(const BlockNote*)
{
    return std::array{Note{.member = "note", .doc = "why, for yourself alone", .max_length = 255}};
}

// In a repository of the owner's, where the owner could read it: a review is of these kinds once it is no draft.
bool has_written_to(db::Queries& db, std::int64_t account_id, std::int64_t owner_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue i JOIN repository r ON r.id = i.repository_id"
                           " WHERE i.poster_id = $1 AND r.owner_id = $2)"
                           " OR EXISTS (SELECT 1 FROM comment c JOIN repository r ON r.id = c.repository_id"
                           " WHERE c.poster_id = $1 AND c.kind IN ('comment', 'review') AND r.owner_id = $2) AS value",
                           account_id, owner_id);
}

constexpr Scope own_blocks = scope::closed_to_public_only(scope::user);

Result<Page<User>> list(Call& call, const Account& self, Query<ListBlocks> query)
{
    return list_blocked(call, query.value, self.id);
}

Result<> check(Call& call, const Account& self, Path<UserPath>)
{
    const auto other = TRY(blockable_at(call, "username", self.id));
    if (!is_blocked(call.db(), self.id, other.id)) return fail(Errc::not_found, "", ErrorForm::empty);
    return {};
}

Result<> put(Call& call, const Account& self, Path<UserPath>, Query<BlockNote> query)
{
    const auto other = TRY(blockable_at(call, "username", self.id));
    return call.db().write([&](db::Transaction& tx) { return block(tx, call.site.events, self, other, query->note); });
}

Result<> remove(Call& call, const Account& self, Path<UserPath>)
{
    const auto other = TRY(blockable_at(call, "username", self.id));
    return call.db().write([&](db::Transaction& tx) { return unblock(tx, self, other); });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/user/blocks",            own_blocks, signed_in, handle<list>,   200, "userListBlocks",     "List whom you have blocked", {}, "UserList"},
    {GET,    "/user/blocks/{username}", own_blocks, signed_in, handle<check>,  204, "userCheckUserBlock", "Ask whether you have blocked somebody", {404}},
    {PUT,    "/user/blocks/{username}", own_blocks, signed_in, handle<put>,    204, "userBlockUser",      "Block somebody", {400, 404}},
    {DELETE, "/user/blocks/{username}", own_blocks, signed_in, handle<remove>, 204, "userUnblockUser",    "No longer block somebody", {400, 404}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table block_table{"user", operations};

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

Result<Account> blockable_at(Call& call, std::string_view segment, std::int64_t blocker_id)
{
    auto other = TRY(account_at(call, segment));
    const auto seen = check_sees_account(call, other);
    if (!seen && !is_blocked(call.db(), blocker_id, other.id) && !has_written_to(call.db(), other.id, blocker_id))
        return std::unexpected(seen.error());
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

Result<void> unblock(db::Transaction& tx, const Account& blocker, const Account& blocked)
{
    if (tx.run("DELETE FROM account_block WHERE account_id = $1 AND blocked_id = $2", blocker.id, blocked.id) == 0)
        return fail(Errc::bad_request, blocked.name + " is not blocked");
    return {};
}

} // namespace cairn::accounts
