// What somebody may do with the packages of an account or an organization: decided here and nowhere else.
#pragma once

#include "access/levels.hpp"
#include "access/viewer.hpp"
#include "config/account_settings.hpp"

namespace cairn::db {
class Composition;
class Queries;
} // namespace cairn::db

namespace cairn::access {

// What the decision needs to know of whoever owns the packages.
struct PackageOwnerFacts {
    std::int64_t id = 0;
    bool organization = false;
    config::Visibility visibility = config::Visibility::public_;
};

// A person's packages are theirs. Those of a public account are there for everybody, of a limited one for whoever is
// signed in and not restricted, of a private one for nobody else. In an organization members read, and write as far as
// one of their teams does, as a whole or in packages; others read if they see the organization. Administrators of the
// site may do everything; a credential that is limited to what is public opens only packages of public owners.
Level level_in_packages(db::Queries&, const Viewer&, const PackageOwnerFacts&);

// A token that is limited to some repositories opens only the packages that are linked to one of them.
bool opens_package(db::Queries&, const Viewer&, std::int64_t repository_id);

// The same as a condition on the package `p`.
void add_opens_package(db::Composition& query, const Viewer&);

} // namespace cairn::access
