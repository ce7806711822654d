#include "packages/deletion_check.hpp"

#include "db/database.hpp"
#include "packages/publishing.hpp"

namespace cairn::packages {

namespace {

Result<void> check_free(db::Queries& db, const accounts::Account& account)
{
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM package WHERE owner_id = $1) AS value", account.id))
        return fail(Errc::unprocessable, account.name + " owns packages");
    return {};
}

Result<void> clear(const api::Site& site, const accounts::Account& account, std::int64_t actor_id)
{
    for (const auto id :
         site.db.all<std::int64_t>("SELECT id AS value FROM package WHERE owner_id = $1 ORDER BY id", account.id))
        delete_package(site, id, actor_id);
    return {};
}

} // namespace

const accounts::DeletionCheck ownership{.check_free = &check_free, .clear = &clear};

} // namespace cairn::packages
