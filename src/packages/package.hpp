// Packages: as the database holds their versions and files, how they are found, and as the API shows them.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "repositories/show.hpp"

namespace cairn::packages {

inline constexpr std::string_view generic = "generic";

struct Package {
    std::int64_t id = 0;
    accounts::User owner;
    std::optional<repositories::Repository> repository;
    accounts::User creator;
    std::string type;
    std::string name;
    std::string version;
    std::string html_url;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Package, (), (id, owner, repository, creator, type, name, version, html_url, created_at))
constexpr auto notes(const Package*)
{
    return std::array{
        Note{"", "A version of a package"},
        Note{"repository", "what it is linked to, where the caller may see that"},
        Note{"creator", "who published the version first"},
        Note{"type", "what kind of package it is, such as generic"},
    };
}

struct PackageFile {
    std::int64_t id = 0;
    std::int64_t size = 0;
    std::string name;
    std::string md5;
    std::string sha1;
    std::string sha256;
    std::string sha512;
};
BOOST_DESCRIBE_STRUCT(PackageFile, (), (id, size, name, md5, sha1, sha256, sha512))
constexpr auto notes(const PackageFile*)
{
    return std::array{Note{"", "A file of a version of a package"}, Note{"size", "in bytes"}};
}

struct StoredPackage {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string type;
    std::string name;
    std::int64_t repository_id = 0; // 0: it is linked to none
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredPackage, (), (id, owner_id, type, name, repository_id, created_at))

// A version with what its package says of it.
struct StoredVersion {
    std::int64_t id = 0;
    std::int64_t package_id = 0;
    std::int64_t owner_id = 0;
    std::int64_t repository_id = 0;
    std::int64_t creator_id = 0; // 0: whose account is gone
    std::string type;
    std::string name;
    std::string version;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredVersion, (),
                      (id, package_id, owner_id, repository_id, creator_id, type, name, version, created_at))

// The beginning of every statement that reads versions `v` of packages `p`.
inline constexpr db::SqlText select_versions =
    "SELECT v.id, v.package_id, p.owner_id, p.repository_id, v.creator_id, p.type, p.name, v.version, v.created_at"
    " FROM package_version v JOIN package p ON p.id = v.package_id";

// By name, in any case.
std::optional<StoredPackage> find_package(db::Queries&, std::int64_t owner_id, std::string_view type,
                                          std::string_view name);
std::optional<StoredVersion> find_version(db::Queries&, std::int64_t package_id, std::string_view version);
std::optional<StoredVersion> find_version(db::Queries&, std::int64_t id);
// Errc::not_found
Result<StoredVersion> find_version(db::Queries&, const StoredPackage&, std::string_view version);

// A file, and where its bytes are.
struct StoredFile {
    std::string uuid;
    std::string name;
    std::string sha256;
};
BOOST_DESCRIBE_STRUCT(StoredFile, (), (uuid, name, sha256))
// By name, in any case. Errc::not_found
Result<StoredFile> find_file(db::Queries&, const StoredVersion&, std::string_view name);
Result<StoredFile> find_file(db::Queries&, const StoredVersion&, std::int64_t id);

std::vector<PackageFile> files_of(db::Queries&, std::int64_t version_id); // the oldest first

std::vector<Package> show_packages(const api::View&, std::span<const StoredVersion>);
Package show_package(const api::View&, const StoredVersion&);

} // namespace cairn::packages
