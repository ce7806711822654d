// The issues that a pull request says that it closes, when it is merged.
#pragma once

#include <cstdint>
#include <vector>

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::pulls {

// Their ids; twenty at most.
std::vector<std::int64_t> closed_by_pull(db::Queries&, std::int64_t pull_id);

} // namespace cairn::pulls
