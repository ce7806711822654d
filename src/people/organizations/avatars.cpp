// /orgs/{org}/avatar: the picture of an organization.
#include "accounts/profile/avatar.hpp"

#include "db/database.hpp"
#include "organizations/guards.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::UpdateUserAvatarOption;

namespace {

Result<Account> account_of(Call& call, const StoredOrganization& organization)
{
    auto account = accounts::find_account(call.db(), organization.id);
    if (!account) return not_found("the organization");
    return std::move(*account);
}

Result<> update(Call& call, const StoredOrganization& organization, Body<UpdateUserAvatarOption> body)
{
    return accounts::set_avatar(call, TRY(account_of(call, organization)), body->image);
}

Result<> remove(Call& call, const StoredOrganization& organization)
{
    accounts::remove_avatar(call, TRY(account_of(call, organization)));
    return {};
}

// clang-format off
constexpr Operation avatar_operations[] = {
    {POST,   "/orgs/{org}/avatar", scope::organization, owns_organization, handle<update>, 204, "orgUpdateAvatar", "Give an organization a picture", {400}},
    {DELETE, "/orgs/{org}/avatar", scope::organization, owns_organization, handle<remove>, 204, "orgDeleteAvatar", "Take an organization's picture away"},
};
// clang-format on
static_assert(well_formed(avatar_operations));

} // namespace

const Table avatar_table{"organization", avatar_operations};

} // namespace cairn::organizations
