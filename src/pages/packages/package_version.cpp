// A version of a package: how to fetch it, its files with their digests; and all versions of a package.
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "packages/download.hpp"
#include "packages/listing.hpp"
#include "pages/packages/package_home.hpp"
#include "pages/packages/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using packages::Package;
using packages::PackageContext;
using packages::PackageFile;

namespace {

struct PackageFileRow {
    PackageFile file;
    std::string address; // that a browser loads it from
    std::string line;    // the same for a shell
};
BOOST_DESCRIBE_STRUCT(PackageFileRow, (), (file, address, line))

struct PackageVersionView {
    PageHead head{};
    PackagePlace place;
    Package package;
    std::string address;
    std::string versions; // the address of the list
    std::int64_t version_count = 0;
    std::vector<Package> newest{}; // versions
    std::vector<PackageFileRow> files{};
    std::int64_t size = 0;
    bool for_everybody = false; // nobody has to sign in to fetch it
    bool may_change = false;
};
BOOST_DESCRIBE_STRUCT(PackageVersionView, (),
                      (head, place, package, address, versions, version_count, newest, files, size, for_everybody,
                       may_change))

struct PackageVersionsQuery : Paging { };
BOOST_DESCRIBE_STRUCT(PackageVersionsQuery, (Paging), ())

struct PackageVersionsView {
    PageHead head{};
    PackagePlace place;
    std::string name;
    std::string type;
    std::string base; // of the package
    std::vector<Package> versions{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(PackageVersionsView, (), (head, place, name, type, base, versions, pager))

struct PackageFilePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(PackageFilePath, (), (id))
constexpr auto notes(const PackageFilePath*) { return std::array{Note{"id", "the number of a file of the version"}}; }

Result<PackageVersionView> show(Call& call, const VersionContext& at)
{
    constexpr std::int64_t most_newest = 5;
    const auto newest = packages::versions_of(call, at.package, {.page = 1, .limit = most_newest});
    PackageVersionView view{.place = package_place(call, at.owner),
                            .package = packages::show_package(call, at.version),
                            .address = version_address(at),
                            .versions = package_address(at.owner, at.package) + "/versions",
                            .version_count = newest.total,
                            .newest = packages::show_packages(call, newest.items),
                            .for_everybody = at.owner.visibility == accounts::Visibility::public_,
                            .may_change = may_write_packages(call, at)};
    const auto root = call.settings().server.root_url + "api/packages/" + http::encode_path_segment(at.owner.name) + "/"
        + at.package.type + "/" + http::encode_path_segment(at.package.name) + "/"
        + http::encode_path_segment(at.version.version) + "/";
    for (auto& file : packages::files_of(call.db(), at.version.id)) {
        view.size += file.size;
        auto address = view.address + "/files/" + std::to_string(file.id);
        auto line = root + http::encode_path_segment(file.name);
        view.files.push_back({.file = std::move(file), .address = std::move(address), .line = std::move(line)});
    }
    return view;
}

Result<Raw> download(Call& call, const VersionContext& at, Path<PackageFilePath> path)
{
    return packages::send_file(call.site, TRY(packages::find_file(call.db(), at.version, path->id)));
}

Result<Raw> lead_to_latest(Call& call, const PackageContext& at)
{
    auto version = TRY(packages::latest_version(call, at.package));
    return elsewhere(Errc::see_other, version_address(VersionContext{{at}, std::move(version)}));
}

Result<PackageVersionsView> show_versions(Call& call, const PackageContext& at, Query<PackageVersionsQuery> query)
{
    const auto found = packages::versions_of(call, at.package, query.value);
    return PackageVersionsView{.place = package_place(call, at.owner),
                               .name = at.package.name,
                               .type = at.package.type,
                               .base = package_address(at.owner, at.package),
                               .versions = packages::show_packages(call, found.items),
                               .pager = pager(call, query.value, found.total)};
}

constexpr auto& version_page = shows<show, "packages/version", "getPackage listPackageFiles deletePackageVersion">;
constexpr auto& versions_page = shows<show_versions, "packages/versions", "listPackageVersions">;

// clang-format off
constexpr Operation version_operations[] = {
    {GET, "/{owner}/-/packages/{type}/{name}",                      scope::none, reads_named_package, handle<lead_to_latest>, 303, "sitePackage",         "Lead to the version of a package that was published last"},
    {GET, "/{owner}/-/packages/{type}/{name}/versions",             scope::none, reads_named_package, versions_page,          200, "sitePackageVersions", "Show the versions of a package"},
    {GET, "/{owner}/-/packages/{type}/{name}/{version}",            scope::none, reads_version,       version_page,           200, "sitePackageVersion",  "Show a version of a package"},
    {GET, "/{owner}/-/packages/{type}/{name}/{version}/files/{id}", scope::none, reads_version,       handle<download>,       200, "sitePackageFile",     "Give a file of a package"},
};
// clang-format on
static_assert(well_formed(version_operations));

} // namespace

const Table package_version_table{"site", version_operations, Door::site, refuse_page};

} // namespace cairn::pages
