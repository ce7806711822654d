// The token of a task (github.token): an API token of whoever caused its run, which opens one repository and never more
// of it than to write. It is made when a runner takes the task and ends with it. No list of tokens shows it.
#pragma once

#include <cstdint>
#include <string>

#include "base/time.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

struct TaskGrant {
    std::int64_t task_id = 0;
    std::int64_t account_id = 0; // who caused the run; where nobody is known, the repository's owner
    std::int64_t repository_id = 0;
    bool writes = false; // false: only reads, as what comes from a fork
    Time expires_at{};
};

std::string make_task_token(db::Transaction&, const TaskGrant&);
void end_task_token(db::Transaction&, std::int64_t task_id);

} // namespace cairn::runners
