#include "organizations/change.hpp"

#include "accounts/profile/avatar.hpp"
#include "accounts/renaming.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::organizations {

using namespace api;

Result<StoredOrganization> found_organization(const Call& call, const Account& founder, const CreateOrgOption& option)
{
    const auto& service = call.settings().service;
    TRY(check_may_found(founder, call.settings()));
    const NewOrganization made{.name = option.username,
                               .full_name = option.full_name,
                               .email = option.email,
                               .description = option.description,
                               .website = option.website,
                               .location = option.location,
                               .visibility = option.visibility.value_or(service.default_org_visibility),
                               .repo_admin_change_team_access = option.repo_admin_change_team_access,
                               .shows_members = service.default_org_member_visible};
    return call.db().write([&](db::Transaction& tx) { return create_organization(tx, made, founder.id); });
}

Result<StoredOrganization> edit_organization(const Call& call, const StoredOrganization& organization,
                                             const EditOrgOption& wanted)
{
    if (wanted.email && !wanted.email->empty()) TRY(accounts::check_email(*wanted.email));
    if (wanted.website) TRY(accounts::check_website(*wanted.website));
    auto edited = call.db().write([&](db::Transaction& tx) {
        auto row = tx.first<StoredOrganization>(
            "UPDATE account SET full_name = COALESCE($2, full_name), email = COALESCE($3, email),"
            " description = COALESCE($4, description), website = COALESCE($5, website),"
            " location = COALESCE($6, location), visibility = COALESCE($7, visibility),"
            " repo_admin_change_team_access = COALESCE($8, repo_admin_change_team_access), updated_at = $9"
            " WHERE id = $1 RETURNING *",
            organization.id, wanted.full_name, wanted.email, wanted.description, wanted.website, wanted.location,
            wanted.visibility, wanted.repo_admin_change_team_access, Time::now());
        return row;
    });
    if (!edited) return not_found("the organization");
    return std::move(*edited);
}

Result<void> delete_organization(const Call& call, const StoredOrganization& organization)
{
    const auto deleted = TRY(call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto account = accounts::find_account(tx, organization.id);
        if (!account) return not_found("the organization");
        TRY(delete_organization(tx, call.site.get<accounts::DeletionChecks>(), call.site.events, *account));
        return std::move(*account);
    }));
    accounts::forget_avatar(call.site.get<storage::Storage>(), deleted);
    return {};
}

Result<void> rename_organization(const Call& call, const StoredOrganization& organization,
                                 const RenameOrgOption& wanted)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto account = accounts::find_account(tx, organization.id);
        if (!account) return not_found("the organization");
        return accounts::rename_account(tx, *account, wanted.new_name);
    });
}

} // namespace cairn::organizations
