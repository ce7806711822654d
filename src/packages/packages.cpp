// /packages/{owner} and /admin/packages: finding and deleting packages.
#include "accounts/guards.hpp"
#include "packages/listing.hpp"
#include "packages/publishing.hpp"
#include "packages/tables.hpp"

namespace cairn::packages {

using namespace api;
using enum Method;

namespace {

struct ListVersions : Paging { };
BOOST_DESCRIBE_STRUCT(ListVersions, (Paging), ())

struct VersionPath {
    std::string version;
};
BOOST_DESCRIBE_STRUCT(VersionPath, (), (version))
constexpr auto notes(const VersionPath*) { return std::array{Note{"version", "the version of the package"}}; }

Page<Package> show(const Call& call, const Page<StoredVersion>& found)
{
    return {.items = show_packages(call, found.items), .total = found.total};
}

Result<Page<Package>> list(Call& call, const OwnerContext& at, Query<ListPackages> wanted)
{
    return show(call, packages_of(call, at, wanted.value));
}

Result<Page<Package>> list_all(Call& call, Query<ListPackages> wanted)
{
    return show(call, all_packages(call, wanted.value));
}

Result<Page<Package>> list_versions(Call& call, const PackageContext& at, Query<ListVersions> wanted)
{
    return show(call, versions_of(call, at.package, wanted.value));
}

Result<Package> get(Call& call, const PackageContext& at, Path<VersionPath> path)
{
    return show_package(call, TRY(find_version(call.db(), at.package, path->version)));
}

Result<Package> get_latest(Call& call, const PackageContext& at)
{
    return show_package(call, TRY(latest_version(call, at.package)));
}

Result<std::vector<PackageFile>> list_files(Call& call, const PackageContext& at, Path<VersionPath> path)
{
    return files_of(call.db(), TRY(find_version(call.db(), at.package, path->version)).id);
}

Result<> remove(Call& call, const PackageContext& at)
{
    delete_package(call.site, at.package.id, call.caller.id);
    return {};
}

Result<> remove_one(Call& call, const PackageContext& at, Path<VersionPath> path)
{
    return delete_version(call, at.package, path->version);
}

Result<void> check_administers(Call& call)
{
    TRY(accounts::check_administers_site(call));
    return check_offered(call);
}
constexpr Guard administers{.name = "administers the site", .errors = {401, 403}, .check = &check_administers};

// clang-format off
constexpr Operation package_operations[] = {
    {GET,    "/packages/{owner}",                               scope::package, reads_packages, handle<list>,          200, "listPackages",            "List the packages of an owner, each version", {}, "PackageList"},
    {GET,    "/packages/{owner}/{type}/{name}",                 scope::package, reads_package,  handle<list_versions>, 200, "listPackageVersions",     "List the versions of a package", {}, "PackageList"},
    {DELETE, "/packages/{owner}/{type}/{name}",                 scope::package, writes_package, handle<remove>,        204, "deletePackage",           "Delete a package with all its versions"},
    {GET,    "/packages/{owner}/{type}/{name}/-/latest",        scope::package, reads_package,  handle<get_latest>,    200, "getLatestPackageVersion", "Get the version that was published last"},
    {GET,    "/packages/{owner}/{type}/{name}/{version}",       scope::package, reads_package,  handle<get>,           200, "getPackage",              "Get a version of a package"},
    {DELETE, "/packages/{owner}/{type}/{name}/{version}",       scope::package, writes_package, handle<remove_one>,    204, "deletePackageVersion",    "Delete a version of a package"},
    {GET,    "/packages/{owner}/{type}/{name}/{version}/files", scope::package, reads_package,  handle<list_files>,    200, "listPackageFiles",        "List the files of a version", {}, "PackageFileList"},
};
constexpr Operation admin_operations[] = {
    {GET, "/admin/packages", scope::admin, administers, handle<list_all>, 200, "adminListPackages", "List the packages of all owners, each version", {}, "PackageList"},
};
// clang-format on
static_assert(well_formed(package_operations));
static_assert(well_formed(admin_operations));

} // namespace

const Table package_table{"package", package_operations};
const Table admin_package_table{"admin", admin_operations};

} // namespace cairn::packages
