// Private to src/feeds: who may be told of what happened.
#pragma once

#include "access/viewer.hpp"

namespace cairn::db {
class Composition;
} // namespace cairn::db

namespace cairn::feeds {

// Adds the condition that the viewer may be told of the activity `a` in the repository `r`. To see a repository is not
// yet to read what is in it: what was done to the repository itself is for whoever sees it, the rest for those who may
// read the unit that it comes from. Units that were switched off since hide nothing here.
void add_may_be_told(db::Composition& query, const access::Viewer& viewer);

} // namespace cairn::feeds
