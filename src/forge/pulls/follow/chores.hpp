// What the post-push worker does for pull requests (repositories/references/post_push_worker.hpp).
#pragma once

#include "base/result.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::pulls {

// Looks at some of those whose branches in the repository have moved. False when there was nothing to do.
Result<bool> follow_next(const api::Site&, std::int64_t repository_id);

// Removes the reference of one that was deleted.
Result<bool> remove_next_head(const api::Site&, std::int64_t repository_id);

} // namespace cairn::pulls
