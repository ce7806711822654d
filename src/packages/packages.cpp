// Packages: finding and deleting them.
#include <algorithm>

#include "accounts/guards.hpp"
#include "base/case_folding.hpp"
#include "db/composition.hpp"
#include "packages/guards.hpp"
#include "packages/publishing.hpp"
#include "packages/tables.hpp"

namespace cairn::packages {

using namespace api;
using enum Method;
using db::bound;

namespace {

struct ListPackages : Paging {
    std::string type;
    std::string q;
};
BOOST_DESCRIBE_STRUCT(ListPackages, (Paging), (type, q))
constexpr auto notes(const ListPackages*)
{
    return std::array{Note{"type", "only packages of this kind, such as generic"}, Note{"q", "a part of the name"}};
}
struct ListVersions : Paging { };
BOOST_DESCRIBE_STRUCT(ListVersions, (Paging), ())

struct VersionPath {
    std::string version;
};
BOOST_DESCRIBE_STRUCT(VersionPath, (), (version))
constexpr auto notes(const VersionPath*) { return std::array{Note{"version", "the version of the package"}}; }

std::string like(std::string_view part)
{
    std::string pattern = "%";
    for (const char c : fold_case(part)) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + "%";
}

void add_filters(db::Composition& query, const ListPackages& wanted)
{
    if (!wanted.type.empty()) query << " AND p.type = " << bound(wanted.type);
    if (!wanted.q.empty()) query << " AND folded(p.name) LIKE " << bound(like(wanted.q)) << " ESCAPE '\\'";
    query << " ORDER BY v.id DESC";
}

Result<Page<Package>> find(const Call& call, const Paging& paging, const db::Composition& query)
{
    const auto found = call.db().page<StoredVersion>(paging, query);
    return Page<Package>{.items = show_packages(call, found.items), .total = found.total};
}

Result<StoredVersion> version_of(db::Queries& db, const PackageContext& at, std::string_view version)
{
    auto found = find_version(db, at.package.id, version);
    if (!found) return not_found("the version");
    return std::move(*found);
}

Result<Page<Package>> list(Call& call, const OwnerContext& at, Query<ListPackages> wanted)
{
    db::Composition query(select_versions.text);
    query << " WHERE p.owner_id = " << bound(at.owner.id) << " AND ";
    access::add_opens_package(query, at.viewer);
    add_filters(query, wanted.value);
    return find(call, wanted.value, query);
}

Result<Page<Package>> list_all(Call& call, Query<ListPackages> wanted)
{
    db::Composition query(select_versions.text);
    query << " WHERE ";
    access::add_opens_package(query, access::Viewer::of(call.caller));
    add_filters(query, wanted.value);
    return find(call, wanted.value, query);
}

Result<Page<Package>> list_versions(Call& call, const PackageContext& at, Query<ListVersions> wanted)
{
    db::Composition query(select_versions.text);
    query << " WHERE v.package_id = " << bound(at.package.id) << " ORDER BY v.id DESC";
    return find(call, wanted.value, query);
}

Result<Package> get(Call& call, const PackageContext& at, Path<VersionPath> path)
{
    return show_package(call, TRY(version_of(call.db(), at, path->version)));
}

Result<Package> get_latest(Call& call, const PackageContext& at)
{
    static constexpr auto latest = select_versions + " WHERE v.package_id = $1 ORDER BY v.id DESC LIMIT 1";
    const auto found = call.db().first<StoredVersion>(latest.text, at.package.id);
    if (!found) return not_found("the version");
    return show_package(call, *found);
}

Result<std::vector<PackageFile>> list_files(Call& call, const PackageContext& at, Path<VersionPath> path)
{
    return files_of(call.db(), TRY(version_of(call.db(), at, path->version)).id);
}

Result<> remove(Call& call, const PackageContext& at)
{
    call.db().write([&](db::Transaction& tx) { remove_package(tx, call.site.events, at.package.id, call.caller.id); });
    return {};
}

Result<> remove_one(Call& call, const PackageContext& at, Path<VersionPath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        remove_version(tx, call.site.events, TRY(version_of(tx, at, path->version)), call.caller.id);
        return {};
    });
}

Result<void> check_administers(Call& call)
{
    TRY(accounts::check_administers_site(call));
    return check_offered(call);
}
constexpr Guard administers{.name = "administers the site", .errors = {401, 403}, .check = &check_administers};

// clang-format off
constexpr Operation operations[] = {
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
static_assert(well_formed(operations));
static_assert(well_formed(admin_operations));

} // namespace

const Table package_table{"package", operations};
const Table admin_package_table{"admin", admin_operations};

} // namespace cairn::packages
