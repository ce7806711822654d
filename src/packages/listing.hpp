// Finding packages and their versions, the newest first.
#pragma once

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

// Those of one package.
Page<StoredVersion> versions_of(const api::Call&, const StoredPackage&, const Paging&);

// The one that was published last. Errc::not_found.
Result<StoredVersion> latest_version(const api::Call&, const StoredPackage&);

} // namespace cairn::packages
