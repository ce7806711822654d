// What the messages of pushed commits say about issues: they are referred to, closed and reopened.
#pragma once

#include "events/events.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::issues {

// Inside of the push's own transaction nothing is read from git: it is noted, and read in the background.
void note_push(db::Transaction&, const events::Pushed&);

// Reads the commits of one push that is due. False when there is none.
bool read_next_push(const api::Site&);

} // namespace cairn::issues
