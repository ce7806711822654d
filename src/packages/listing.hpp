// Finding packages and their versions, the newest first.
#pragma once

#include <map>

#include "packages/guards.hpp"

namespace cairn::packages {

struct ListPackages : Paging {
    std::string type;
    std::string q;
};
BOOST_DESCRIBE_STRUCT(ListPackages, (Paging), (type, q))
constexpr auto notes(const ListPackages*)
{
    return std::array{Note{"type", "only packages of this kind, such as generic"}, Note{"q", "a part of the name"}};
}

// The page of all versions of an owner's packages, or of everybody's, that the caller's credential opens and that fit.
Page<StoredVersion> packages_of(const api::Call&, const OwnerContext&, const ListPackages&);
Page<StoredVersion> all_packages(const api::Call&, const ListPackages&);

// The packages of an owner, or of a repository of theirs, each with the version that was published last.
Page<StoredVersion> latest_versions_of(const api::Call&, const OwnerContext&, const ListPackages&,
                                       std::int64_t repository_id = 0);

// Those of one package.
Page<StoredVersion> versions_of(const api::Call&, const StoredPackage&, const Paging&);

// The one that was published last. Errc::not_found.
Result<StoredVersion> latest_version(const api::Call&, const StoredPackage&);

// In bytes, of all files of each version; those without files are left out.
std::map<std::int64_t, std::int64_t> sizes_of_versions(db::Queries&, const std::vector<std::int64_t>& version_ids);

} // namespace cairn::packages
