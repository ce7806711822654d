// What a job knows of where and why it runs: `github.*` in workflows, GITHUB_* in its environment.
#pragma once

#include "actions/run.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::actions {

struct TaskFacts {
    const StoredRun& run;
    const StoredJob& job;
    std::int64_t task_id = 0;
    std::string token;
    std::string event; // the payload
};

Json task_context(const api::Site&, const repositories::StoredRepository&, const TaskFacts&);

} // namespace cairn::actions
