// How files join versions of packages, and leave them. A version has at least one file, a package at least one version:
// who takes the last, takes what it was in.
#pragma once

#include "packages/content.hpp"
#include "packages/package.hpp"

namespace cairn::config {
struct Packages;
} // namespace cairn::config
namespace cairn::events {
class Bus;
struct RepositoryGivenAway;
} // namespace cairn::events

namespace cairn::packages {

struct NewFile {
    std::int64_t owner_id = 0;
    std::string_view type = generic;
    std::string_view name;
    std::string_view version;
    std::string_view file;
    std::int64_t actor_id = 0;
};

// Errc::conflict for a file that the version has, Errc::too_large for more than the owner may have. The package and the
// version are made if they are new, and the first name that they had is the one that they keep.
Result<void> publish(db::Transaction&, const events::Bus&, const config::Packages&, const NewFile&, const Received&);

bool has_file(db::Queries&, std::int64_t version_id, std::string_view name);
std::int64_t size_of_all(db::Queries&, std::int64_t owner_id);

void remove_version(db::Transaction&, const events::Bus&, const StoredVersion&, std::int64_t actor_id);
void remove_package(db::Transaction&, const events::Bus&, std::int64_t package_id, std::int64_t actor_id);
// Errc::not_found
Result<void> remove_file(db::Transaction&, const events::Bus&, const StoredVersion&, std::string_view name,
                         std::int64_t actor_id);

// A package is linked to nobody else's repository.
void unlink_given_away(db::Transaction&, const events::RepositoryGivenAway&);

} // namespace cairn::packages
