// Who leaves and fetches artifacts: a task that is at work, by the token that its tools have from its context.
#pragma once

#include "api/call.hpp"
#include "runners/runtime_token.hpp"

namespace cairn::runners {

Result<void> check_is_task(api::Call&);

// Loads the RuntimeClaims. It counts only as long as the task is at work: its own token ends with it, and this one with
// that.
inline constexpr api::Guard task_at_work{.name = "is a task",
                                         .loads = &api::tag<RuntimeClaims>,
                                         .errors = {401},
                                         .check = &check_is_task,
                                         .own_credentials = true};

} // namespace cairn::runners
