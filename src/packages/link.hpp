// The repository that a package belongs to, if it was said to belong to one.
#pragma once

#include "packages/guards.hpp"

namespace cairn::events {
struct RepositoryGivenAway;
} // namespace cairn::events

namespace cairn::packages {

// A link shows on both sides, so it takes the right to write on both: Errc::not_found for a repository that the caller
// does not see, Errc::forbidden for one whose packages they may not write. It is one of the package's owner, by its
// name. Errc::bad_request where the package is linked already.
Result<void> link_package(const api::Call&, const PackageContext&, std::string_view repository);

// With the same rights. Errc::bad_request where it is linked to none.
Result<void> unlink_package(const api::Call&, const PackageContext&);

// A package is linked to nobody else's repository.
void unlink_given_away(db::Transaction&, const events::RepositoryGivenAway&);

} // namespace cairn::packages
