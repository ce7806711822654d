// What the messages of pushed commits say about issues: they are referred to, closed and reopened.
#pragma once

#include "base/result.hpp"
#include "events/events.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::issues {

// Inside of the push's own transaction nothing is read from git: it is noted, and read in the background.
void note_push(db::Transaction&, const events::Pushed&);

// A step of the post-push worker's: reads the commits of one push. False when there is none.
Result<bool> read_next_push(const api::Site&, std::int64_t repository_id);

} // namespace cairn::issues
