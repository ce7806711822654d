// Repositories elsewhere that follow one of ours: told after pushes, by the schedule, and when somebody asks.
#pragma once

#include <stop_token>

#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::events {
struct Pushed;
} // namespace cairn::events

namespace cairn::mirrors {

struct StoredPushMirror {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string remote_name;
    std::string remote_address;
    std::string credentials; // sealed
    std::int64_t interval_seconds = 0;
    bool sync_on_commit = false;
    Time created_at;
    Time updated_at; // when it was last tried
    Time next_at;
    Time due_at;
    std::string last_error;
    Time large_files_at; // all that came before were sent
};
BOOST_DESCRIBE_STRUCT(StoredPushMirror, (),
                      (id, repository_id, remote_name, remote_address, credentials, interval_seconds, sync_on_commit,
                       created_at, updated_at, next_at, due_at, last_error, large_files_at))

// All of a repository, as soon as somebody has time.
void ask_for_pushes(db::Transaction&, std::int64_t repository_id);

// What follows a push to the repository. Whether there was something to follow.
bool follow_push(db::Transaction&, const events::Pushed&);

// For remotes::Errands.
bool push_next(const api::Site&, const std::stop_token&);

// Those of both kinds whose time has come wait to be done, and get their next time.
void mark_due(db::Transaction&, Time now);
// The same for upkeep.
void take_up_due(const api::Site&, const std::stop_token&);

} // namespace cairn::mirrors
