#include "pages/packages/package_home.hpp"

#include "access/organizations.hpp"
#include "api/view.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using accounts::Account;
using accounts::AccountKind;
using api::Call;
using packages::Need;
using packages::OwnerContext;
using packages::PackageContext;

namespace {

access::Level level_in(const Call& call, const OwnerContext& at)
{
    return access::level_in_packages(call.db(), at.viewer,
                                     {.id = at.owner.id,
                                      .organization = at.owner.kind == AccountKind::organization,
                                      .visibility = at.owner.visibility});
}

Result<OwnerContext> find_shown_owner(Call& call)
{
    auto at = packages::find_owner(call, Need::read);
    if (!at && (at.error().code == Errc::unauthorized || at.error().code == Errc::forbidden))
        return not_found("the account");
    return at;
}

Result<PackageContext> find_shown_package(Call& call)
{
    auto at = TRY(find_shown_owner(call));
    auto package = TRY(packages::find_package(call, at, call.segment("type"), call.segment("name")));
    return PackageContext{{std::move(at)}, std::move(package)};
}

Result<VersionContext> find_shown_version(Call& call)
{
    auto at = TRY(find_shown_package(call));
    auto version = TRY(packages::find_version(call.db(), at.package, call.segment("version")));
    return VersionContext{{std::move(at)}, std::move(version)};
}

} // namespace

Result<void> check_reads_owner_packages(Call& call)
{
    call.load(PackageHome{.owner = TRY(find_shown_owner(call))});
    return {};
}

Result<void> check_reads_repository_packages(Call& call)
{
    TRY(packages::check_offered(call));
    auto place = TRY(repositories::find_place(call));
    TRY(repositories::question::reads_or_unknown(call, place, access::Unit::packages));
    PackageHome home;
    OwnerContext at{.owner = place.owner, .viewer = access::Viewer::of(call.caller)};
    if (level_in(call, at) >= access::Level::read) home.owner = std::move(at);
    home.repository = std::move(place);
    call.load(std::move(home));
    return {};
}

Result<void> check_reads_named_package(Call& call)
{
    call.load(TRY(find_shown_package(call)));
    return {};
}

Result<void> check_reads_version(Call& call)
{
    call.load(TRY(find_shown_version(call)));
    return {};
}

Result<void> check_writes_version(Call& call)
{
    auto at = TRY(find_shown_version(call));
    TRY(packages::find_owner_signed_in(call, Need::write));
    call.load(std::move(at));
    return {};
}

PackagePlace package_place(const Call& call, const Account& owner)
{
    constexpr std::string_view tab = "/{}/-/packages";
    PackagePlace place{.name = owner.name, .base = "/" + http::encode_path_segment(owner.name) + "/-/packages"};
    if (owner.kind != AccountKind::organization) {
        place.owner = person_place(call, owner, tab);
        return place;
    }
    const auto standing = access::standing_in(call.db(), owner.id, call.caller.id);
    const bool admin = !call.caller.anonymous() && accounts::account_of(call.caller).is_admin;
    place.owner = organization_place(call, owner,
                                     {.member = admin || standing != access::Standing::stranger,
                                      .owner = admin || standing == access::Standing::owner},
                                     tab);
    return place;
}

PackagePlace package_place(const Call& call, const PackageHome& at)
{
    if (!at.repository) return package_place(call, at.owner->owner);
    return {.repository = repository_place(call, *at.repository, RepositoryTab::packages),
            .name = at.repository->owner.name + "/" + at.repository->repository.name,
            .base = repository_address(*at.repository) + "/packages"};
}

std::string package_address(const Account& owner, const packages::StoredPackage& package)
{
    return "/" + http::encode_path_segment(owner.name) + "/-/packages/" + http::encode_path_segment(package.type) + "/"
        + http::encode_path_segment(package.name);
}

std::string version_address(const VersionContext& at)
{
    return package_address(at.owner, at.package) + "/" + http::encode_path_segment(at.version.version);
}

bool may_write_packages(const Call& call, const OwnerContext& at)
{
    return !call.caller.anonymous() && level_in(call, at) >= access::Level::write;
}

} // namespace cairn::pages
