// Which of the sessions that somebody still has in hand are over.
#pragma once

#include <cstdint>
#include <vector>

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::accounts {

// Those of these ids that open nothing any more: signed out, run out, idle for too long, of an account that may not
// sign in. When one was seen last is known here a moment later than it is.
std::vector<std::int64_t> ended_sessions(db::Queries&, const config::Settings&, const std::vector<std::int64_t>& ids);

} // namespace cairn::accounts
