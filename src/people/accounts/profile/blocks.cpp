// /user/blocks: the operations on whom somebody wants nothing to do with.
#include "accounts/guards.hpp"
#include "accounts/profile/block.hpp"
#include "accounts/tables.hpp"
#include "db/database.hpp"

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
    return block(call, self, other, query->note);
}

Result<> remove(Call& call, const Account& self, Path<UserPath>)
{
    const auto other = TRY(blockable_at(call, "username", self.id));
    return unblock(call, self, other);
}

// clang-format off
constexpr Operation block_operations[] = {
    {GET,    "/user/blocks",            own_blocks, signed_in, handle<list>,   200, "userListBlocks",     "List whom you have blocked", {}, "UserList"},
    {GET,    "/user/blocks/{username}", own_blocks, signed_in, handle<check>,  204, "userCheckUserBlock", "Ask whether you have blocked somebody", {404}},
    {PUT,    "/user/blocks/{username}", own_blocks, signed_in, handle<put>,    204, "userBlockUser",      "Block somebody", {400, 404}},
    {DELETE, "/user/blocks/{username}", own_blocks, signed_in, handle<remove>, 204, "userUnblockUser",    "No longer block somebody", {400, 404}},
};
// clang-format on
static_assert(well_formed(block_operations));

} // namespace

const Table block_table{"user", block_operations};

} // namespace cairn::accounts
