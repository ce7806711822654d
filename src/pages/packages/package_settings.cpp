// What can be done with a package: linking it to a repository, and deleting a version or all of it.
#include "db/database.hpp"
#include "packages/link.hpp"
#include "packages/listing.hpp"
#include "packages/publishing.hpp"
#include "pages/packages/package_home.hpp"
#include "pages/packages/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using packages::Package;
using words::Phrase;

namespace {

const Notice package_linked{"package-linked", Phrase("The package is linked to the repository.")};
const Notice package_unlinked{"package-unlinked", Phrase("The package is linked to no repository.")};
const Notice package_version_deleted{"package-version-deleted", Phrase("The version is deleted.")};
const Notice package_deleted{"package-deleted", Phrase("The package is deleted.")};

struct PackageLinkForm {
    std::string repository;
};
BOOST_DESCRIBE_STRUCT(PackageLinkForm, (), (repository))
constexpr auto notes(const PackageLinkForm*)
{
    return std::array{Note{.member = "repository", .required = true, .max_length = 100}};
}

// What is typed so that nobody deletes the wrong thing.
struct PackageDeleteForm {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PackageDeleteForm, (), (name))
constexpr auto notes(const PackageDeleteForm*) { return std::array{Note{.member = "name", .required = true}}; }

struct PackageSettingsView {
    PageHead head{};
    PackagePlace place;
    Package package;
    std::string address; // of the version
    bool linked = false; // perhaps to a repository that the reader does not see
    std::int64_t versions = 0;
    Form<PackageLinkForm> form;
};
BOOST_DESCRIBE_STRUCT(PackageSettingsView, (), (head, place, package, address, linked, versions, form))

struct PackageDeleteView {
    PageHead head{};
    PackagePlace place;
    Package package;
    std::string address; // of the version
    bool whole = false;  // all versions of it
    std::int64_t versions = 0;
    std::int64_t files = 0; // of the version
    std::string asked;      // what has to be typed
    Form<PackageDeleteForm> form;
};
BOOST_DESCRIBE_STRUCT(PackageDeleteView, (), (head, place, package, address, whole, versions, files, asked, form))

std::int64_t count_versions(const Call& call, const VersionContext& at)
{
    return packages::versions_of(call, at.package, {.page = 1, .limit = 1}).total;
}

std::string settings_address(const VersionContext& at) { return version_address(at) + "/settings"; }

Result<PackageSettingsView> show(Call& call, const VersionContext& at, Form<PackageLinkForm> form)
{
    return PackageSettingsView{.place = package_place(call, at.owner),
                               .package = packages::show_package(call, at.version),
                               .address = version_address(at),
                               .linked = at.package.repository_id != 0,
                               .versions = count_versions(call, at),
                               .form = std::move(form)};
}

Result<Done> link(Call& call, const VersionContext& at, Body<PackageLinkForm> body)
{
    TRY(pages::at("repository", packages::link_package(call, at, body->repository)));
    return done(settings_address(at), package_linked);
}

Result<Done> unlink(Call& call, const VersionContext& at)
{
    TRY(packages::unlink_package(call, at));
    return done(settings_address(at), package_unlinked);
}

PackageDeleteView delete_view(const Call& call, const VersionContext& at, bool whole, Form<PackageDeleteForm> form)
{
    PackageDeleteView view{.place = package_place(call, at.owner),
                           .package = packages::show_package(call, at.version),
                           .address = version_address(at),
                           .whole = whole,
                           .versions = count_versions(call, at),
                           .files = static_cast<std::int64_t>(packages::files_of(call.db(), at.version.id).size()),
                           .asked = whole ? at.package.name : at.version.version,
                           .form = std::move(form)};
    return view;
}

Result<PackageDeleteView> show_delete(Call& call, const VersionContext& at, Form<PackageDeleteForm> form)
{
    return delete_view(call, at, false, std::move(form));
}

Result<PackageDeleteView> show_delete_all(Call& call, const VersionContext& at, Form<PackageDeleteForm> form)
{
    return delete_view(call, at, true, std::move(form));
}

Result<void> check_typed(const std::string& typed, const std::string& asked)
{
    if (typed != asked) return fail(Errc::unprocessable, "[name]: is not " + asked);
    return {};
}

Result<Done> remove(Call& call, const VersionContext& at, Body<PackageDeleteForm> form)
{
    TRY(check_typed(form->name, at.version.version));
    TRY(packages::delete_version(call, at.package, at.version.version));
    const bool is_left = packages::find_package(call.db(), at.owner.id, at.package.type, at.package.name).has_value();
    return done(is_left ? package_address(at.owner, at.package) + "/versions" : package_place(call, at.owner).base,
                package_version_deleted);
}

Result<Done> remove_all(Call& call, const VersionContext& at, Body<PackageDeleteForm> form)
{
    TRY(check_typed(form->name, at.package.name));
    packages::delete_package(call.site, at.package.id, call.caller.id);
    return done(package_place(call, at.owner).base, package_deleted);
}

constexpr auto& settings_page = shows<show, "packages/settings", "getPackage linkPackage unlinkPackage">;
constexpr auto& delete_page = shows<show_delete, "packages/delete", "getPackage deletePackageVersion">;
constexpr auto& delete_all_page = shows<show_delete_all, "packages/delete", "getPackage deletePackage">;

// clang-format off
constexpr Operation settings_operations[] = {
    {GET,  "/{owner}/-/packages/{type}/{name}/{version}/settings",                scope::none, writes_version, settings_page,                     200, "sitePackageSettings",       "Show what can be done with a package"},
    {POST, "/{owner}/-/packages/{type}/{name}/{version}/settings",                scope::none, writes_version, does<link, settings_page>,         303, "sitePackageLinked",         "Link a package to a repository"},
    {POST, "/{owner}/-/packages/{type}/{name}/{version}/settings/unlink",         scope::none, writes_version, does<unlink, settings_page>,       303, "sitePackageUnlinked",       "Unlink a package from its repository"},
    {GET,  "/{owner}/-/packages/{type}/{name}/{version}/settings/delete",         scope::none, writes_version, delete_page,                       200, "siteDeletePackageVersion",  "Ask whether to delete a version of a package"},
    {POST, "/{owner}/-/packages/{type}/{name}/{version}/settings/delete",         scope::none, writes_version, does<remove, delete_page>,         303, "sitePackageVersionDeleted", "Delete a version of a package"},
    {GET,  "/{owner}/-/packages/{type}/{name}/{version}/settings/delete-package", scope::none, writes_version, delete_all_page,                   200, "siteDeletePackage",         "Ask whether to delete a package"},
    {POST, "/{owner}/-/packages/{type}/{name}/{version}/settings/delete-package", scope::none, writes_version, does<remove_all, delete_all_page>, 303, "sitePackageDeleted",        "Delete a package with all its versions"},
};
// clang-format on
static_assert(well_formed(settings_operations));

} // namespace

const Table package_settings_table{"site", settings_operations, Door::site, refuse_page};

} // namespace cairn::pages
