// The people and teams that protections name: from names to ids and back.
#pragma once

#include "repositories/guards.hpp"

namespace cairn::db {
class Composition;
} // namespace cairn::db

namespace cairn::repositories {

// Accounts by their names, each once. Errc::unprocessable for a name that nobody has.
Result<std::vector<accounts::Account>> people_named(db::Queries&, std::span<const std::string> names);

// The teams of the repository's owner that have the repository; others are dropped, and so are all where the owner is a
// person. Errc::unprocessable for a name that no team has.
Result<std::vector<std::int64_t>> teams_named(db::Queries&, const RepositoryContext&,
                                              std::span<const std::string> names);

// What somebody may do with the repository who comes by his name alone, not by a credential.
access::Access access_of(db::Queries&, const accounts::Account&, const StoredRepository&);

// Adds to `query` the condition that the account `a` was let into the repository by name: owns it, is a collaborator or
// in one of its teams. In a person's public repository that is more than being allowed to read what everybody reads.
void add_was_let_in(db::Composition& query, const RepositoryContext&);
bool was_let_in(db::Queries&, const accounts::Account&, const RepositoryContext&);

} // namespace cairn::repositories
