// What the bookkeeper does for pull requests (repositories/references/bookkeeper.hpp).
#pragma once

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::pulls {

// Looks at some of those whose branches have moved. False when there was nothing to do.
bool follow_next(const api::Site&);

// Removes the reference of one that was deleted.
bool remove_next_head(const api::Site&);

} // namespace cairn::pulls
