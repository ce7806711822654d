// How runs go on: jobs change their state, others follow, the run is what they come to; commits get statuses, and hooks
// are told.
#pragma once

#include "actions/run.hpp"

namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::actions {

// What it takes to change a run.
struct Stage {
    Stage(db::Transaction& transaction, const api::Site& site)
        : tx(transaction), events(site.events), settings(site.settings())
    {
    }

    db::Transaction& tx;
    const events::Bus& events;
    const config::Settings& settings;
};

// Writes the new state and tells of it. What follows from it for the run is settle()'s.
void change_job(const Stage&, const StoredRun&, StoredJob&, Status);
// Tells of a job that was just made.
void tell_of_job(const Stage&, const StoredRun&, const StoredJob&);

// After jobs of its newest attempt have changed: those that have waited for them go on, and the run is what all of them
// come to. A run that is held (by an approval that is missing, or by another run of its group) stays as it is.
StoredRun settle(const Stage&, std::int64_t run_id);

// All jobs of the run are over at once, those at work as well: their runners are told with their next report, and many
// say nothing more after that. The run as it is then.
StoredRun cancel(const Stage&, const StoredRun&);
// The same for one of its jobs; what follows for the run is settle()'s.
void cancel_job(const Stage&, const StoredRun&, StoredJob&);

// A task is over, and so are its steps and its token.
void end_task(const Stage&, std::int64_t task_id, Status);

} // namespace cairn::actions
