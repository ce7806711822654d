// The packages of a person, an organization or a repository: the list, and how to publish the first one.
#include "config/settings.hpp"
#include "http/url.hpp"
#include "packages/listing.hpp"
#include "pages/packages/package_home.hpp"
#include "pages/packages/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using packages::ListPackages;
using packages::Package;
using words::Phrase;

namespace {

struct PackageKind {
    std::string words;
    std::string address;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(PackageKind, (), (words, address, current))

struct PackageRow {
    Package package;
    std::string address; // of the version that was published last
    std::string versions;
};
BOOST_DESCRIBE_STRUCT(PackageRow, (), (package, address, versions))

struct PackageListView {
    PageHead head{};
    PackagePlace place;
    std::string q{};
    std::string type{};
    std::vector<PackageKind> kinds{};
    std::vector<PackageRow> rows{};
    Pager pager{};
    bool may_publish = false;
    std::string publish{}; // a line for a shell
};
BOOST_DESCRIBE_STRUCT(PackageListView, (), (head, place, q, type, kinds, rows, pager, may_publish, publish))

std::vector<PackageKind> kinds_of(const Call& call, const std::string& base, const ListPackages& wanted)
{
    const auto address = [&](std::string_view type) {
        auto made = base + "?type=" + http::encode_query(type);
        if (!wanted.q.empty()) made += "&q=" + http::encode_query(wanted.q);
        return made;
    };
    return {
        {.words = language_of(call).say(Phrase("All kinds")), .address = address(""), .current = wanted.type.empty()},
        {.words = "Generic", .address = address(packages::generic), .current = wanted.type == packages::generic}};
}

Result<PackageListView> show(Call& call, const PackageHome& at, Query<ListPackages> query)
{
    PackageListView view{.place = package_place(call, at), .q = query->q, .type = query->type};
    view.kinds = kinds_of(call, view.place.base, query.value);
    view.pager = pager(call, query.value, 0);
    const auto& owner = at.repository ? at.repository->owner : at.owner->owner;
    view.publish = call.settings().server.root_url + "api/packages/" + http::encode_path_segment(owner.name)
        + "/generic/NAME/VERSION/FILE";
    if (!at.owner) return view;
    view.may_publish = may_write_packages(call, *at.owner);
    const auto found =
        packages::latest_versions_of(call, *at.owner, query.value, at.repository ? at.repository->repository.id : 0);
    view.pager = pager(call, query.value, found.total);
    auto shown = packages::show_packages(call, found.items);
    for (auto& package : shown) {
        const auto base = package_address(owner, {.type = package.type, .name = package.name});
        view.rows.push_back({.package = std::move(package), .address = {}, .versions = base + "/versions"});
        view.rows.back().address = base + "/" + http::encode_path_segment(view.rows.back().package.version);
    }
    return view;
}

constexpr auto& owner_page = shows<show, "packages/list", "listPackages">;
constexpr auto& repository_page = shows<show, "packages/list", "repoGet listPackages">;

// clang-format off
constexpr Operation list_operations[] = {
    {GET, "/{owner}/-/packages",      scope::none, reads_owner_packages,      owner_page,      200, "sitePackages",           "Show the packages of a person or an organization"},
    {GET, "/{owner}/{repo}/packages", scope::none, reads_repository_packages, repository_page, 200, "siteRepositoryPackages", "Show the packages of a repository"},
};
// clang-format on
static_assert(well_formed(list_operations));

} // namespace

const Table package_list_table{"site", list_operations, Door::site, refuse_page};

} // namespace cairn::pages
