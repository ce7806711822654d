// What a task shows where it leaves artifacts (ACTIONS_RUNTIME_TOKEN; `gitea_runtime_token` in the context): a JWT,
// because the tools that use it read from its `scp` which run and job they are in. It counts only as long as the task
// has its own token (runners/task_token.hpp), so that it ends with the task.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/reflect.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::runners {

struct RuntimeClaims {
    std::string scp{};    // made from the ids
    std::int64_t exp = 0; // 0: in a day
    std::int64_t task_id = 0;
    std::int64_t run_id = 0;
    std::int64_t job_id = 0;
    std::int64_t repository_id = 0;
};
BOOST_DESCRIBE_STRUCT(RuntimeClaims, (), (scp, exp, task_id, run_id, job_id, repository_id))

std::string make_runtime_token(const config::Settings&, RuntimeClaims);

// Nothing for what this site has not made, or what has expired.
std::optional<RuntimeClaims> read_runtime_token(const config::Settings&, std::string_view token, Time now);

} // namespace cairn::runners
