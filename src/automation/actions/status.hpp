// How far runs, jobs, tasks and steps are, and how one follows from the others.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::actions {

enum class Status : std::uint8_t {
    blocked,    // by other jobs, by an approval that is missing, or by another run of its group
    waiting,    // for a runner
    running,    // on a runner
    cancelling, // on a runner that was asked to stop: as rows of earlier releases have it
    success,
    failure,
    cancelled,
    skipped,
};
BOOST_DESCRIBE_ENUM(Status, blocked, waiting, running, cancelling, success, failure, cancelled, skipped)

constexpr bool is_over(Status status) { return status >= Status::success; }
constexpr bool is_at_work(Status status) { return status == Status::running || status == Status::cancelling; }

// As clients know it: queued, waiting, in_progress or completed; and the conclusion, once it is completed.
std::string_view outer_status(Status);
std::string_view conclusion(Status);

// The states that a client's word for a filter stands for; empty for a word that is none.
std::vector<Status> states_of(std::string_view word);

// What the rest needs to know of a job.
struct JobState {
    std::string_view key;
    std::vector<std::string> needs;
    Status status = Status::blocked;
    std::string_view condition{};
    bool tolerated = false;        // the run does not fail with it
    bool fail_fast = false;        // the rest of its matrix, which has the same key, ends when it fails
    std::int64_t max_parallel = 0; // how many of its matrix may be on their way at once; 0: any number
};

// What all jobs come to: whoever is at work decides, then whoever waits, then the worst that has become of any.
Status sum_of(std::span<const JobState>);

// Blocked jobs that are so no longer, and what they become: by the place in the list. A job whose needs did not all
// succeed is skipped, unless its condition asks what became of them: then a runner finds out.
struct Unblocked {
    std::size_t job;
    Status status;
};
std::vector<Unblocked> unblocked(std::span<const JobState>);

// Jobs of matrices that are not over and must not go on, because another of the same matrix has failed.
std::vector<std::size_t> given_up(std::span<const JobState>);

// The key and those of all jobs that wait for it, directly or not.
std::vector<std::string> dependants_of(std::string_view key, std::span<const JobState>);

// Whether a condition asks what became of jobs before (`always()`, `failure()`, `cancelled()`), so that it can hold
// though one of them did not succeed.
bool asks_for_outcome(std::string_view condition);

} // namespace cairn::actions
