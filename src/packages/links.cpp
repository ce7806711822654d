// The repository that a package belongs to, if it was said to belong to one.
#include "access/repositories.hpp"
#include "db/database.hpp"
#include "packages/guards.hpp"
#include "packages/tables.hpp"

namespace cairn::packages {

using namespace api;
using enum Method;
using repositories::StoredRepository;

namespace {

struct LinkPath {
    std::string repo_name;
};
BOOST_DESCRIBE_STRUCT(LinkPath, (), (repo_name))
constexpr auto notes(const LinkPath*)
{
    return std::array{Note{"repo_name", "the name of a repository of the same owner"}};
}

// A link shows on both sides, so it takes the right to write on both.
Result<void> check_writes(const Call& call, const PackageContext& at, const std::optional<StoredRepository>& repository)
{
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), at.viewer, repository->facts());
    if (!access.sees()) return not_found("the repository");
    if (access.writes(access::Unit::packages) || access.administers()) return {};
    return fail(Errc::forbidden, "you may not write to packages of this repository");
}

Result<> link(Call& call, const PackageContext& at, Path<LinkPath> path)
{
    const auto repository = repositories::find_repository(call.db(), at.owner.id, path->repo_name);
    TRY(check_writes(call, at, repository));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (tx.run("UPDATE package SET repository_id = $2 WHERE id = $1 AND repository_id IS NULL"
                   " AND EXISTS (SELECT 1 FROM repository r WHERE r.id = $2)",
                   at.package.id, repository->id)
            == 0)
            return fail(Errc::bad_request, "the package is linked to a repository already");
        return {};
    });
}

Result<> unlink(Call& call, const PackageContext& at)
{
    if (at.package.repository_id == 0) return fail(Errc::bad_request, "the package is linked to no repository");
    TRY(check_writes(call, at, repositories::find_repository(call.db(), at.package.repository_id)));
    call.db().write(
        [&](db::Transaction& tx) { tx.run("UPDATE package SET repository_id = NULL WHERE id = $1", at.package.id); });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/packages/{owner}/{type}/{name}/-/link/{repo_name}", scope::package, writes_package, handle<link>,   201, "linkPackage",   "Link a package to a repository", {400}},
    {POST, "/packages/{owner}/{type}/{name}/-/unlink",           scope::package, writes_package, handle<unlink>, 204, "unlinkPackage", "Unlink a package from its repository", {400}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table link_table{"package", operations};

} // namespace cairn::packages
