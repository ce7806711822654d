// The messages of the runner protocol, runner.v1.RunnerService. The order of the members is the protocol's: a member's
// number is its place (api/protobuf.hpp).
#pragma once

#include <map>
#include <optional>

#include "api/protobuf.hpp"
#include "base/reflect.hpp"

namespace cairn::runners {

using Moment = api::protobuf::Timestamp;
using Texts = std::map<std::string, std::string>;

// What became of a task, a job or a step.
enum class Outcome : std::uint8_t { unspecified, success, failure, cancelled, skipped };
BOOST_DESCRIBE_ENUM(Outcome, unspecified, success, failure, cancelled, skipped)
constexpr auto words(const Outcome*)
{
    return std::array<std::string_view, 5>{"RESULT_UNSPECIFIED", "RESULT_SUCCESS", "RESULT_FAILURE", "RESULT_CANCELLED",
                                           "RESULT_SKIPPED"};
}

// A job that the task's job has waited for.
struct Need {
    Texts outputs{};
    Outcome result = Outcome::unspecified;
};
BOOST_DESCRIBE_STRUCT(Need, (), (outputs, result))

struct Task {
    std::int64_t id = 0;
    std::string workflow_payload{}; // the workflow with the one job, as YAML
    Json context{};                 // an object: what workflows read as github.…, and the tokens of the task
    Texts secrets{};
    std::string machine{}; // in use by nobody any more
    std::map<std::string, Need> needs{};
    Texts vars{};
};
BOOST_DESCRIBE_STRUCT(Task, (), (id, workflow_payload, context, secrets, machine, needs, vars))
constexpr auto notes(const Task*) { return std::array{Note{.member = "workflow_payload", .format = "byte"}}; }

struct FetchTaskRequest {
    std::int64_t tasks_version = 0; // as the last answer said; 0: the runner does not know
};
BOOST_DESCRIBE_STRUCT(FetchTaskRequest, (), (tasks_version))

struct FetchTaskResponse {
    std::optional<Task> task{};
    std::int64_t tasks_version = 0;
};
BOOST_DESCRIBE_STRUCT(FetchTaskResponse, (), (task, tasks_version))

struct StepState {
    std::int64_t id = 0; // its number in the job, from 0
    Outcome result = Outcome::unspecified;
    std::optional<Moment> started_at{};
    std::optional<Moment> stopped_at{};
    std::int64_t log_index = 0; // of its first row in the task's log
    std::int64_t log_length = 0;
};
BOOST_DESCRIBE_STRUCT(StepState, (), (id, result, started_at, stopped_at, log_index, log_length))

struct TaskState {
    std::int64_t id = 0;
    Outcome result = Outcome::unspecified;
    std::optional<Moment> started_at{};
    std::optional<Moment> stopped_at{};
    std::vector<StepState> steps{};
};
BOOST_DESCRIBE_STRUCT(TaskState, (), (id, result, started_at, stopped_at, steps))

struct UpdateTaskRequest {
    TaskState state{};
    Texts outputs{};
};
BOOST_DESCRIBE_STRUCT(UpdateTaskRequest, (), (state, outputs))

struct UpdateTaskResponse {
    TaskState state{};                       // its result says whether to go on
    std::vector<std::string> sent_outputs{}; // the names that the server has by now
};
BOOST_DESCRIBE_STRUCT(UpdateTaskResponse, (), (state, sent_outputs))

struct LogRow {
    Moment time{};
    std::string content{};
};
BOOST_DESCRIBE_STRUCT(LogRow, (), (time, content))

struct UpdateLogRequest {
    std::int64_t task_id = 0;
    std::int64_t index = 0; // of the first of these rows
    std::vector<LogRow> rows{};
    bool no_more = false;
};
BOOST_DESCRIBE_STRUCT(UpdateLogRequest, (), (task_id, index, rows, no_more))

struct UpdateLogResponse {
    std::int64_t ack_index = 0; // how many rows the server has
};
BOOST_DESCRIBE_STRUCT(UpdateLogResponse, (), (ack_index))

} // namespace cairn::runners
