// Time spent on an issue: as the database holds it and as the API shows it.
#pragma once

#include "issues/show.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

struct TrackedTime {
    std::int64_t id = 0;
    Time created;
    std::int64_t time = 0;
    std::int64_t user_id = 0;
    std::string user_name;
    std::int64_t issue_id = 0;
    std::optional<Issue> issue;
};
BOOST_DESCRIBE_STRUCT(TrackedTime, (), (id, created, time, user_id, user_name, issue_id, issue))
constexpr auto notes(const TrackedTime*)
{
    return std::array{
        Note{"", "Time that somebody has spent on an issue"},
        Note{"time", "in seconds"},
        Note{"issue_id", "its id, which is not its number; kept for older clients"},
    };
}

struct StoredTime {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t account_id = 0; // 0: the account is gone
    std::string account_name;
    std::int64_t seconds = 0;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredTime, (), (id, issue_id, account_id, account_name, seconds, created_at))

// The beginning of a statement that reads times as `t`, of issues `i`.
inline constexpr db::SqlText select_times =
    "SELECT t.id, t.issue_id, t.account_id, a.name AS account_name, t.seconds, t.created_at FROM tracked_time t"
    " JOIN issue i ON i.id = t.issue_id LEFT JOIN account a ON a.id = t.account_id";

// In their order. Those of issues that the caller cannot read are left out.
std::vector<TrackedTime> show_times(const api::View&, std::span<const StoredTime>);

// By id, for a page of the timeline, which tells also of those that were deleted.
std::map<std::int64_t, TrackedTime> tracked_times_by_id(const api::View&, const std::vector<std::int64_t>& ids);

struct NewTime {
    std::int64_t account_id = 0;
    std::int64_t seconds = 0;
};

// Books it and tells of it in the timeline: as written down by hand, or as a stopwatch has it.
StoredTime add_time(db::Transaction&, const StoredIssue&, const NewTime&, EventKind how);

// "2 hours 5 minutes", "40 seconds": no more exact than that.
std::string duration_words(std::int64_t seconds);

} // namespace cairn::issues
