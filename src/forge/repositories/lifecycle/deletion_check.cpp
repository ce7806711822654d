#include "repositories/lifecycle/deletion_check.hpp"

#include "db/database.hpp"
#include "repositories/lifecycle/create.hpp"

namespace cairn::repositories {

namespace {

Result<void> check_free(db::Queries& db, const accounts::Account& account)
{
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM repository WHERE owner_id = $1) AS value", account.id))
        return fail(Errc::unprocessable, account.name + " owns repositories");
    return {};
}

Result<void> clear(const api::Site& site, const accounts::Account& account, std::int64_t actor_id)
{
    const auto owned =
        site.db.all<std::int64_t>("SELECT id AS value FROM repository WHERE owner_id = $1 ORDER BY id", account.id);
    for (const std::int64_t id : owned)
        if (const auto repository = find_repository(site.db, id)) delete_repository(site, *repository, actor_id);
    return {};
}

} // namespace

const accounts::DeletionCheck ownership{.check_free = &check_free, .clear = &clear};

} // namespace cairn::repositories
