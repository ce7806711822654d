// What somebody may read of a repository's unit, whether or not it is switched on: for searches, which still find what
// was written before.
#pragma once

#include "access/repositories.hpp"

namespace cairn::access {

// Adds to `query` the condition that the viewer may read the unit in the repository `r`, or might if it were on.
void add_may_read(db::Composition& query, const Viewer&, Unit);

} // namespace cairn::access
