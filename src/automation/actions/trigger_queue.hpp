// The trigger queue: what happens in repositories and may start workflows. It is noted in the transaction in which it
// happens, and looked at in the background, because workflows are read from the repository: so nothing waits for it and
// nothing is lost.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "events/events.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::actions {

// Whether there are workflows that something could start: in any branch, in any fork, or in what is still to be looked
// at.
bool has_workflows(db::Queries&, std::int64_t repository_id);
// Whether one of them is started by other runs.
bool hears_of_runs(db::Queries&, std::int64_t repository_id);

void note_push(db::Transaction&, const events::Pushed&);
// One that starts nothing: only what the branches have is looked at.
void note_push_of_task(db::Transaction&, const events::Pushed&);
// A new repository may begin with what is in another one.
void note_creation(db::Transaction&, const events::RepositoryCreated&);

struct NotedEvent {
    std::int64_t repository_id = 0;
    std::string event{};   // exactly, as hooks know it
    std::string payload{}; // as hooks are told it
    std::string file{};    // of a schedule: the workflow that is due
    std::int64_t actor_id = 0;
};
void note_event(db::Transaction&, const NotedEvent&);

// The job that does it (jobs/queue.hpp), one event after the other. Its key is the repository's id.
inline constexpr std::string_view trigger_job = "workflow_trigger";

// A step of that job: starts what one of them starts. False when there was none.
Result<bool> start_next_runs(const api::Site&, std::int64_t repository_id);

} // namespace cairn::actions
