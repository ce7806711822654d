#include "accounts/visibility.hpp"

#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

Viewer Viewer::of(const api::Caller& caller)
{
    return {.id = caller.id,
            .admin = caller.admin,
            .restricted = caller.account != nullptr && accounts::account_of(caller).is_restricted,
            .public_only = caller.public_only(),
            .token_id = caller.limited ? caller.token_id : 0};
}

bool may_see(db::Queries& db, const Viewer& viewer, const Account& account)
{
    if (account.visibility == Visibility::public_ || viewer.admin || viewer.id == account.id) return true;
    if (viewer.id == 0) return false;
    if (account.kind == AccountKind::organization
        && db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM organization_member WHERE organization_id = $1"
                           " AND account_id = $2) AS value",
                           account.id, viewer.id))
        return true;
    if (viewer.restricted) return false;
    if (account.visibility == Visibility::limited) return true;
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM follow WHERE account_id = $1 AND followed_id = $2)"
                           " OR EXISTS (SELECT 1 FROM organization_member o JOIN organization_member p"
                           " ON p.organization_id = o.organization_id"
                           " WHERE o.account_id = $2 AND p.account_id = $1) AS value",
                           account.id, viewer.id);
}

std::set<std::string> visible_names(db::Queries& db, const Viewer& viewer, std::span<const std::string> names)
{
    db::Composition query("SELECT a.lower_name AS value FROM account a WHERE (TRUE OR a.id = ");
    // The condition on visibility knows the viewer by its first four parameters, so they come first.
    query << db::bound(viewer.id) << " OR " << db::bound(viewer.admin) << " OR " << db::bound(viewer.restricted)
          << " OR " << db::bound(viewer.public_only) << ") AND " << db::Composition::Piece::trusted(visible_sql.text)
          << " AND a.lower_name IN " << db::bound(std::vector<std::string>(names.begin(), names.end()));
    const auto found = db.all<std::string>(query);
    return {found.begin(), found.end()};
}

} // namespace cairn::accounts
