// /orgs/{org}/blocks: the operations on whom an organization wants nothing to do with.
#include "accounts/profile/block.hpp"

#include "accounts/user.hpp"
#include "db/database.hpp"
#include "organizations/guards.hpp"
#include "organizations/member.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::User;

namespace {

struct ListBlocks : Paging { };
BOOST_DESCRIBE_STRUCT(ListBlocks, (Paging), ())

struct BlockNote {
    std::string note;
};
BOOST_DESCRIBE_STRUCT(BlockNote, (), (note))
constexpr auto notes(const BlockNote*)
{
    return std::array{Note{.member = "note", .doc = "why, for the owners alone", .max_length = 255}};
}

Result<Page<User>> list(Call& call, const StoredOrganization& organization, Query<ListBlocks> query)
{
    return accounts::list_blocked(call, query.value, organization.id);
}

Result<> check(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    const auto other = TRY(accounts::blockable_at(call, "username", organization.id));
    if (!accounts::is_blocked(call.db(), organization.id, other.id)) return fail(Errc::not_found, "", ErrorForm::empty);
    return {};
}

Result<> put(Call& call, const StoredOrganization& organization, Path<MemberPath>, Query<BlockNote> query)
{
    return block(call, organization, TRY(accounts::blockable_at(call, "username", organization.id)), query->note);
}

Result<> remove(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    return unblock(call, organization, TRY(accounts::blockable_at(call, "username", organization.id)));
}

// clang-format off
constexpr Operation block_operations[] = {
    {GET,    "/orgs/{org}/blocks",            scope::organization, owns_organization, handle<list>,   200, "organizationListBlocks",     "List whom an organization has blocked"},
    {GET,    "/orgs/{org}/blocks/{username}", scope::organization, owns_organization, handle<check>,  204, "organizationCheckUserBlock", "Ask whether an organization has blocked somebody"},
    {PUT,    "/orgs/{org}/blocks/{username}", scope::organization, owns_organization, handle<put>,    204, "organizationBlockUser",      "Block somebody", {400}},
    {DELETE, "/orgs/{org}/blocks/{username}", scope::organization, owns_organization, handle<remove>, 204, "organizationUnblockUser",    "No longer block somebody", {400}},
};
// clang-format on
static_assert(well_formed(block_operations));

} // namespace

const Table block_table{"organization", block_operations};

} // namespace cairn::organizations
