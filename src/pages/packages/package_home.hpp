// Where the packages of a page are: with a person or an organization, or in a repository. The guards find it and ask
// what the API asks; views have it as `place`, for {% layout "projects" %}.
#pragma once

#include "packages/guards.hpp"
#include "pages/places/owner_place.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

// What a guard leaves for the handler of a list.
struct PackageHome {
    std::optional<packages::OwnerContext> owner{}; // nothing: the reader sees the repository, and none of its packages
    std::optional<repositories::RepositoryContext> repository{};
};

// A version of a package, for whoever may read it.
struct VersionContext : packages::PackageContext {
    packages::StoredVersion version;
};

struct PackageVersionPath : packages::PackagePath {
    std::string version;
};
BOOST_DESCRIBE_STRUCT(PackageVersionPath, (packages::PackagePath), (version))
constexpr auto notes(const PackageVersionPath*)
{
    return std::array{Note{"owner", "the name of the account that owns the package"},
                      Note{"type", "what kind of package it is"}, Note{"name", "the name of the package"},
                      Note{"version", "the version of the package"}};
}

// Whoever may not read an owner's packages is not told of them.
Result<void> check_reads_owner_packages(api::Call&);
Result<void> check_reads_repository_packages(api::Call&);
Result<void> check_reads_named_package(api::Call&);
Result<void> check_reads_version(api::Call&);
Result<void> check_writes_version(api::Call&);

inline constexpr api::Guard reads_owner_packages{.name = "reads the owner's packages",
                                                 .path = &type_of<packages::OwnerPath>(),
                                                 .loads = &api::tag<PackageHome>,
                                                 .errors = {404},
                                                 .check = &check_reads_owner_packages};
inline constexpr api::Guard reads_repository_packages{.name = "reads the repository's packages",
                                                      .path = &type_of<repositories::RepositoryPath>(),
                                                      .loads = &api::tag<PackageHome>,
                                                      .errors = {404},
                                                      .check = &check_reads_repository_packages};
inline constexpr api::Guard reads_named_package{.name = "reads the package",
                                                .path = &type_of<packages::PackagePath>(),
                                                .loads = &api::tag<packages::PackageContext>,
                                                .errors = {404},
                                                .check = &check_reads_named_package};
inline constexpr api::Guard reads_version{.name = "reads the version of the package",
                                          .path = &type_of<PackageVersionPath>(),
                                          .loads = &api::tag<VersionContext>,
                                          .errors = {404},
                                          .check = &check_reads_version};
inline constexpr api::Guard writes_version{.name = "writes the package",
                                           .path = &type_of<PackageVersionPath>(),
                                           .loads = &api::tag<VersionContext>,
                                           .errors = {401, 403, 404},
                                           .check = &check_writes_version};

struct PackagePlace {
    std::optional<RepositoryPlace> repository{};
    std::optional<OwnerPlace> owner{};
    std::string name; // "ada/tool", "ada"
    std::string base; // of the list here
};
BOOST_DESCRIBE_STRUCT(PackagePlace, (), (repository, owner, name, base))

PackagePlace package_place(const api::Call&, const accounts::Account& owner);
PackagePlace package_place(const api::Call&, const PackageHome&);

// "/ada/-/packages/generic/tool", and with a version behind it.
std::string package_address(const accounts::Account& owner, const packages::StoredPackage&);
std::string version_address(const VersionContext&);

bool may_write_packages(const api::Call&, const packages::OwnerContext&);

} // namespace cairn::pages
