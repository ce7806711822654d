#include "packages/link.hpp"

#include "access/repositories.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::packages {

using api::Call;
using repositories::StoredRepository;

namespace {

Result<void> check_writes(const Call& call, const PackageContext& at, const std::optional<StoredRepository>& repository)
{
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), at.viewer, repository->facts());
    if (!access.sees()) return not_found("the repository");
    if (access.writes(access::Unit::packages) || access.administers()) return {};
    return fail(Errc::forbidden, "you may not write to packages of this repository");
}

} // namespace

Result<void> link_package(const Call& call, const PackageContext& at, std::string_view name)
{
    const auto repository = repositories::find_repository(call.db(), at.owner.id, name);
    TRY(check_writes(call, at, repository));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (tx.run("UPDATE package SET repository_id = $2 WHERE id = $1 AND repository_id IS NULL"
                   " AND EXISTS (SELECT 1 FROM repository r WHERE r.id = $2)",
                   at.package.id, repository->id)
            == 0)
            return fail(Errc::bad_request, "the package is linked to a repository already");
        return {};
    });
}

Result<void> unlink_package(const Call& call, const PackageContext& at)
{
    if (at.package.repository_id == 0) return fail(Errc::bad_request, "the package is linked to no repository");
    TRY(check_writes(call, at, repositories::find_repository(call.db(), at.package.repository_id)));
    call.db().write(
        [&](db::Transaction& tx) { tx.run("UPDATE package SET repository_id = NULL WHERE id = $1", at.package.id); });
    return {};
}

void unlink_given_away(db::Transaction& tx, const events::RepositoryGivenAway& given)
{
    tx.run("UPDATE package SET repository_id = NULL WHERE repository_id = $1", given.repository_id);
}

} // namespace cairn::packages
