// Who may call an operation about packages. Each guard finds whose packages the path names and asks how far the
// caller's rights in them go (access/packages.hpp); where the path names a package, it finds that, too.
#pragma once

#include "access/packages.hpp"
#include "api/call.hpp"
#include "packages/package.hpp"

namespace cairn::packages {

struct OwnerPath {
    std::string owner;
};
BOOST_DESCRIBE_STRUCT(OwnerPath, (), (owner))
constexpr auto notes(const OwnerPath*)
{
    return std::array{Note{"owner", "the name of the account that owns the packages"}};
}

struct PackagePath : OwnerPath {
    std::string type;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PackagePath, (OwnerPath), (type, name))
constexpr auto notes(const PackagePath*)
{
    return std::array{Note{"owner", "the name of the account that owns the package"},
                      Note{"type", "what kind of package it is"}, Note{"name", "the name of the package"}};
}

// Whose packages it is about, and who asks.
struct OwnerContext {
    accounts::Account owner;
    access::Viewer viewer;
};

struct PackageContext : OwnerContext {
    StoredPackage package;
};

enum class Need : std::uint8_t { read, write };

// Errc::unauthorized for strangers where the operation is for who is signed in, Errc::forbidden for everybody else who
// may not.
Result<OwnerContext> find_owner(api::Call&, Need);
Result<OwnerContext> find_owner_signed_in(api::Call&, Need);

// Errc::not_found, also for a package that the credential does not open.
Result<StoredPackage> find_package(const api::Call&, const OwnerContext&, std::string_view type, std::string_view name);

// Errc::not_found where the site has no packages.
Result<void> check_offered(const api::Call&);

template <Need need, bool signed_in> Result<void> check_owner(api::Call& call)
{
    call.load(TRY(signed_in ? find_owner_signed_in(call, need) : find_owner(call, need)));
    return {};
}

template <Need need> Result<void> check_package(api::Call& call)
{
    auto at = TRY(find_owner_signed_in(call, need));
    auto package = TRY(find_package(call, at, call.segment("type"), call.segment("name")));
    call.load(PackageContext{{std::move(at)}, std::move(package)});
    return {};
}

template <Need need, bool signed_in> constexpr api::Guard owner_guard(std::string_view name)
{
    return {.name = name,
            .path = &type_of<OwnerPath>(),
            .loads = &api::tag<OwnerContext>,
            .errors = {401, 403, 404},
            .check = &check_owner<need, signed_in>};
}
template <Need need> constexpr api::Guard package_guard(std::string_view name)
{
    return {.name = name,
            .path = &type_of<PackagePath>(),
            .loads = &api::tag<PackageContext>,
            .errors = {401, 403, 404},
            .check = &check_package<need>};
}

inline constexpr api::Guard reads_packages = owner_guard<Need::read, true>("reads packages, signed in");
inline constexpr api::Guard reads_package = package_guard<Need::read>("reads the package, signed in");
inline constexpr api::Guard writes_package = package_guard<Need::write>("writes the package");
// The registry's: anonymous callers are let in where everybody may read.
inline constexpr api::Guard fetches_packages = owner_guard<Need::read, false>("reads packages");
inline constexpr api::Guard publishes_packages = owner_guard<Need::write, false>("writes packages");

} // namespace cairn::packages
