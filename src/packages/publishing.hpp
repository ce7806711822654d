// How files join versions of packages, and leave them. A version has at least one file, a package at least one version:
// who takes the last, takes what it was in.
#pragma once

#include "packages/guards.hpp"

namespace cairn::http {
class BodyReader;
} // namespace cairn::http

namespace cairn::packages {

struct GenericVersionPath {
    std::string name;
    std::string version;
};
BOOST_DESCRIBE_STRUCT(GenericVersionPath, (), (name, version))
struct GenericFilePath : GenericVersionPath {
    std::string file;
};
BOOST_DESCRIBE_STRUCT(GenericFilePath, (GenericVersionPath), (file))

// Takes the bytes in and gives them to the version as a file, for the caller. The package and the version are made if
// they are new, and the first name that they had is the one that they keep. Errc::bad_request for names that cannot be
// used, Errc::forbidden for a token that does not open the package, Errc::conflict for a file that the version has,
// Errc::too_large for more than the owner may have.
Result<void> publish_file(const api::Call&, const OwnerContext&, const GenericFilePath&, http::BodyReader&);

// With all its versions, for whoever acts.
void delete_package(const api::Site&, std::int64_t package_id, std::int64_t actor_id);

// If it is still there, for whoever acts.
void delete_version(const api::Site&, std::int64_t version_id, std::int64_t actor_id);

// Errc::not_found
Result<void> delete_version(const api::Call&, const StoredPackage&, std::string_view version);
Result<void> delete_file(const api::Call&, const StoredPackage&, std::string_view version, std::string_view file);

} // namespace cairn::packages
