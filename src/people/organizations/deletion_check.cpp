#include "organizations/deletion_check.hpp"

#include "accounts/profile/avatar.hpp"
#include "db/database.hpp"
#include "organizations/membership.hpp"

namespace cairn::organizations {

namespace {

std::vector<std::int64_t> organizations_with(db::Queries& db, const Account& account)
{
    return db.all<std::int64_t>("SELECT organization_id FROM organization_member WHERE account_id = $1"
                                " ORDER BY organization_id",
                                account.id);
}

Result<void> check_free(db::Queries& db, const Account& account)
{
    if (organizations_with(db, account).empty()) return {};
    return fail(Errc::unprocessable, account.name + " is a member of an organization");
}

// What the organization owns goes first, room by room; it has no organizations of its own, so this ends.
Result<void> purge(const api::Site& site, const Account& organization, std::int64_t actor_id)
{
    for (const accounts::DeletionCheck* deletion_check : site.get<accounts::DeletionChecks>())
        TRY(deletion_check->clear(site, organization, actor_id));
    TRY(site.db.write([&](db::Transaction& tx) {
        return delete_organization(tx, site.get<accounts::DeletionChecks>(), site.events, organization);
    }));
    accounts::forget_avatar(site.get<storage::Storage>(), organization);
    return {};
}

Result<void> clear(const api::Site& site, const Account& account, std::int64_t actor_id)
{
    for (const auto id : organizations_with(site.db, account)) {
        const auto left =
            site.db.write([&](db::Transaction& tx) { return remove_member(tx, site.events, id, account.id); });
        const auto organization = left ? std::nullopt : accounts::find_account(site.db, id);
        if (organization) TRY(purge(site, *organization, actor_id));
    }
    return {};
}

} // namespace

const accounts::DeletionCheck membership{.check_free = &check_free, .clear = &clear};

} // namespace cairn::organizations
