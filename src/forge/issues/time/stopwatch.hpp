// Stopwatches: a person has at most one, and what it has counted is booked when it stops.
#pragma once

#include "issues/issue.hpp"

namespace cairn::issues {

struct RunningWatch {
    std::int64_t account_id = 0;
    std::int64_t issue_id = 0;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(RunningWatch, (), (account_id, issue_id, created_at))

// Stops the one that runs on another issue. False when it runs on this one already.
bool start_watch(db::Transaction&, const StoredIssue&, std::int64_t account_id);
// False when none runs on this issue.
bool stop_watch(db::Transaction&, const StoredIssue&, std::int64_t account_id);
// The same, and nothing is booked.
bool cancel_watch(db::Transaction&, const StoredIssue&, std::int64_t account_id);

} // namespace cairn::issues
