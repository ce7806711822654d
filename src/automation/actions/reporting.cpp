// The part of actions/tasks.hpp in which a runner tells how far it is.
#include <algorithm>

#include "actions/annotation.hpp"
#include "actions/log.hpp"
#include "actions/progress.hpp"
#include "actions/tasks.hpp"
#include "api/call.hpp"
#include "base/log.hpp"
#include "db/database.hpp"
#include "runners/runner.hpp"
#include "storage/storage.hpp"

namespace cairn::actions {

using enum Status;
using runners::Outcome;
using runners::Runner;

namespace {

constexpr std::size_t longest_output_name = 255;
constexpr std::size_t largest_output = 1024 * 1024;
constexpr std::size_t most_outputs = 200;
constexpr std::int64_t most_rows = 1LL << 40; // of a log: what is told beyond that is no place in one
constexpr std::size_t most_found = 1000;      // annotations that come at once: most of more would not be kept anyway

struct OpenTask {
    std::int64_t id = 0;
    std::int64_t job_id = 0;
    std::int64_t runner_id = 0;
    Status status = running;
    std::int64_t log_rows = 0;
    std::int64_t log_size = 0;
    bool log_kept = false;
};
BOOST_DESCRIBE_STRUCT(OpenTask, (), (id, job_id, runner_id, status, log_rows, log_size, log_kept))

struct KnownStep {
    std::int64_t number = 0;
    Status status = waiting;
    std::int64_t log_index = 0;
    std::int64_t log_length = 0;
};
BOOST_DESCRIBE_STRUCT(KnownStep, (), (number, status, log_index, log_length))

Status status_of(Outcome outcome)
{
    switch (outcome) {
    case Outcome::success: return success;
    case Outcome::failure: return failure;
    case Outcome::cancelled: return cancelled;
    case Outcome::skipped: return skipped;
    case Outcome::unspecified: break;
    }
    return running;
}

Outcome outcome_of(Status status)
{
    switch (status) {
    case success: return Outcome::success;
    case failure: return Outcome::failure;
    case cancelling:
    case cancelled: return Outcome::cancelled;
    case skipped: return Outcome::skipped;
    default: return Outcome::unspecified;
    }
}

Result<OpenTask> find_task(db::Queries& db, const Runner& runner, std::int64_t id)
{
    auto task = db.first<OpenTask>("SELECT id, job_id, runner_id, status, log_rows, log_size, log_kept"
                                   " FROM action_task WHERE id = $1",
                                   id);
    // Another runner's task is nobody's business.
    if (!task || task->runner_id != runner.id) return not_found("the task");
    return *task;
}

// Those alone that have changed: runners tell all of them again and again.
void keep_steps(db::Transaction& tx, const OpenTask& task, const std::vector<runners::StepState>& told)
{
    const auto known = tx.all<KnownStep>("SELECT number, status, log_index, log_length FROM action_step"
                                         " WHERE task_id = $1",
                                         task.id);
    for (auto step : told) {
        step.log_index = std::clamp<std::int64_t>(step.log_index, 0, most_rows);
        step.log_length = std::clamp<std::int64_t>(step.log_length, 0, most_rows);
        const auto status = step.result == Outcome::unspecified && !step.started_at ? waiting : status_of(step.result);
        const auto before = std::ranges::find(known, step.id, &KnownStep::number);
        if (before == known.end()
            || (before->status == status && before->log_index == step.log_index
                && before->log_length == step.log_length))
            continue;
        tx.run("UPDATE action_step SET status = $3, started_at = $4, stopped_at = $5, log_index = $6, log_length = $7"
               " WHERE task_id = $1 AND number = $2",
               task.id, step.id, status, step.started_at ? step.started_at->time() : Time{},
               step.stopped_at ? step.stopped_at->time() : Time{}, step.log_index, step.log_length);
    }
}

std::vector<std::string> output_names(db::Queries& db, const OpenTask& task)
{
    return db.all<std::string>("SELECT name FROM action_output WHERE job_id = $1 ORDER BY name", task.job_id);
}

Result<std::vector<std::string>> keep_outputs(db::Transaction& tx, const OpenTask& task, const runners::Texts& outputs)
{
    for (const auto& [name, value] : outputs) {
        if (name.empty() || name.size() > longest_output_name || value.size() > largest_output)
            return fail(Errc::bad_request, "an output's name or value is too long");
        tx.run("INSERT INTO action_output (job_id, name, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
               task.job_id, name, value);
    }
    auto names = output_names(tx, task);
    if (names.size() > most_outputs) return fail(Errc::bad_request, "there are too many outputs");
    return names;
}

void report(const Stage& stage, const Runner& runner, OpenTask& task, const runners::TaskState& told)
{
    keep_steps(stage.tx, task, told.steps);
    if (told.result == Outcome::unspecified) {
        stage.tx.run("UPDATE action_task SET updated_at = $2 WHERE id = $1", task.id, Time::now());
        runners::note_work(stage.tx, runner);
        return;
    }
    // One that was asked to stop has stopped, whatever it makes of that.
    task.status = task.status == cancelling ? cancelled : status_of(told.result);
    end_task(stage, task.id, task.status);
    runners::note_end(stage.tx, runner);
    auto job = find_job(stage.tx, task.job_id).value();
    const auto run = find_run(stage.tx, job.run_id).value();
    if (job.task_id == task.id && !is_over(job.status)) change_job(stage, run, job, task.status);
    settle(stage, run.id);
}

// A task that was ended here (cancelled, given up, or by an earlier report) stays as it is, whatever its runner says.
// The answer tells a runner that is still at it to stop, and what became of the task otherwise.
runners::UpdateTaskResponse answer_late(db::Transaction& tx, const Runner& runner, const OpenTask& task,
                                        const runners::UpdateTaskRequest& request)
{
    const auto& told = request.state;
    auto names = output_names(tx, task);
    // Those that come too late are taken, too: it would send them for ever.
    for (const auto& [name, value] : request.outputs)
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    const bool goes_on = told.result == Outcome::unspecified;
    if (!goes_on) runners::note_end(tx, runner);
    return {.state = {.id = task.id, .result = goes_on ? Outcome::cancelled : outcome_of(task.status)},
            .sent_outputs = std::move(names)};
}

struct NewRows {
    std::string text;
    std::int64_t count = 0;
    std::vector<FoundAnnotation> annotations{};
};

// What the row says about a place in a file.
void find_annotation(NewRows& rows, std::string_view line, std::int64_t row)
{
    auto found = read_annotation(text_of_log_line(line));
    if (found && rows.annotations.size() < most_found) rows.annotations.push_back({std::move(*found), row});
}

NewRows rows_after(const runners::UpdateLogRequest& request, const OpenTask& task)
{
    NewRows rows;
    if (request.index < 0 || request.index > task.log_rows) return rows; // a gap: it is sent again
    const auto known = static_cast<std::size_t>(task.log_rows - request.index);
    for (auto i = known; i < request.rows.size(); ++i) {
        ++rows.count;
        if (task.log_size + static_cast<std::int64_t>(rows.text.size()) >= largest_log) continue;
        const auto line = log_line(request.rows[i]);
        find_annotation(rows, line, task.log_rows + rows.count - 1);
        rows.text += line;
    }
    if (task.log_size < largest_log && task.log_size + static_cast<std::int64_t>(rows.text.size()) >= largest_log)
        rows.text +=
            log_line({.time = request.rows.back().time, .content = "The log is too long: the rest is left out."});
    return rows;
}

} // namespace

Result<runners::UpdateTaskResponse> update_task(const api::Site& site, const Runner& runner,
                                                const runners::UpdateTaskRequest& request)
{
    return site.db.write([&](db::Transaction& tx) -> Result<runners::UpdateTaskResponse> {
        auto task = TRY(find_task(tx, runner, request.state.id));
        if (is_over(task.status)) return answer_late(tx, runner, task, request);
        auto names = TRY(keep_outputs(tx, task, request.outputs));
        report({tx, site}, runner, task, request.state);
        return runners::UpdateTaskResponse{.state = {.id = task.id, .result = outcome_of(task.status)},
                                           .sent_outputs = std::move(names)};
    });
}

Result<runners::UpdateLogResponse> append_log(const api::Site& site, const Runner& runner,
                                              const runners::UpdateLogRequest& request)
{
    auto task = TRY(find_task(site.db, runner, request.task_id));
    if (task.log_kept) return runners::UpdateLogResponse{.ack_index = task.log_rows};
    const auto rows = rows_after(request, task);
    const auto acknowledged = site.db.write([&](db::Transaction& tx) {
        // Whoever sends the same rows twice at once has them kept once.
        if (rows.count > 0
            && tx.run("UPDATE action_task SET log_rows = log_rows + $3, log_size = log_size + $4, updated_at = $5"
                      " WHERE id = $1 AND log_rows = $2 AND NOT log_kept",
                      task.id, task.log_rows, rows.count, static_cast<std::int64_t>(rows.text.size()), Time::now())
                > 0
            && !rows.text.empty()) {
            tx.run("INSERT INTO action_log_piece (task_id, first_row, text) VALUES ($1, $2, $3)", task.id,
                   task.log_rows, rows.text);
            add_annotations(tx, task.id, rows.annotations);
        }
        return tx.scalar<std::int64_t>("SELECT log_rows FROM action_task WHERE id = $1", task.id);
    });
    const bool complete = request.no_more && acknowledged > 0
        && acknowledged == request.index + static_cast<std::int64_t>(request.rows.size());
    if (complete) {
        try {
            keep_log(site, task.id);
        } catch (const storage::StorageError& error) {
            log::warn("a log stays in the database for now", {{"task", task.id}, {"error", error.what()}});
        }
    }
    return runners::UpdateLogResponse{.ack_index = acknowledged};
}

} // namespace cairn::actions
