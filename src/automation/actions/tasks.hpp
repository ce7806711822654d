// Work as runners get and report it: what FetchTask, UpdateTask and UpdateLog do.
#pragma once

#include "base/result.hpp"
#include "runners/task.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::runners {
struct Runner;
} // namespace cairn::runners

namespace cairn::actions {

// The oldest job that waits, that the runner works for and whose labels it has; it is the runner's from now on.
std::optional<runners::Task> take_task(const api::Site&, const runners::Runner&);

// How far a task is. A result ends it, and its job. What comes back tells the runner whether to go on.
Result<runners::UpdateTaskResponse> update_task(const api::Site&, const runners::Runner&,
                                                const runners::UpdateTaskRequest&);

// Keeps the rows of a log that are new, and says how many there are by now.
Result<runners::UpdateLogResponse> append_log(const api::Site&, const runners::Runner&,
                                              const runners::UpdateLogRequest&);

} // namespace cairn::actions
