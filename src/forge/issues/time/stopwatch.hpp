// Stopwatches: a person has at most one, and what it has counted is booked when it stops.
#pragma once

#include "api/view.hpp"
#include "issues/issue_guards.hpp"

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

// Unlike time that is added by hand, the clock is for those who may write.
Result<void> check_runs_clock(api::Call&);
inline constexpr api::Guard runs_clock = issue_guard("tracks time on the issue", &check_runs_clock, {401, 403, 404});

// The caller's own, on this issue. Errc::conflict where it runs already, or none does.
Result<> start_stopwatch(const api::Call&, const IssueContext&);
Result<> stop_stopwatch(const api::Call&, const IssueContext&);
Result<> cancel_stopwatch(const api::Call&, const IssueContext&);

// The one of this person, wherever it runs.
std::optional<RunningWatch> running_watch(db::Queries&, std::int64_t account_id);

// A stopwatch and where it runs.
struct ListedWatch {
    Time created_at;
    std::int64_t issue_number = 0;
    bool is_pull = false;
    std::string issue_title;
    std::string owner_name;
    std::string repository_name;
};
BOOST_DESCRIBE_STRUCT(ListedWatch, (), (created_at, issue_number, is_pull, issue_title, owner_name, repository_name))

// The caller's own, with where it runs, if the caller may still read that.
std::optional<ListedWatch> own_stopwatch(const api::View&);

// Those of this person that run on issues that the caller may read.
Page<ListedWatch> list_stopwatches(const api::View&, const accounts::Account&, const Paging&);

} // namespace cairn::issues
