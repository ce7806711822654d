// Who listens to what happens: the one list of consequences that cross from a room to those above it.
#pragma once

#include "events/events.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::jobs {
class Queue;
} // namespace cairn::jobs

namespace cairn::app {

// What a task of a workflow does starts no workflow: that could go on forever.
enum class Cause : std::uint8_t { anybody, task };
events::Bus consequences(const config::Settings&, Cause = Cause::anybody);

// The kinds of job that do what follows in the background. The site must outlive the queue's work.
void add_kinds(jobs::Queue&, const api::Site&);
// What has to be looked at after a start.
void put_jobs_of_start(db::Database&);

} // namespace cairn::app
