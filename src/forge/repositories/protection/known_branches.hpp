// For whoever is to see what rules are for: the branches that there are now.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::repositories {

// Those that the database knows, the first ones by name.
struct KnownBranches {
    std::vector<std::string> names;
    bool all = true; // there are no more
};
KnownBranches known_branches(db::Queries&, std::int64_t repository_id);

} // namespace cairn::repositories
