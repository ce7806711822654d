// The figures of the queue of jobs, by kind, in the text format that Prometheus reads.
#pragma once

#include <string>

namespace cairn::db {
class Queries;
} // namespace cairn::db
namespace cairn::jobs {
class Queue;
} // namespace cairn::jobs

namespace cairn::app {

// What waits and runs is the table's, and so the whole site's; what was done is this process's.
std::string job_metrics(db::Queries&, const jobs::Queue&);

} // namespace cairn::app
