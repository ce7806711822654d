// Repositories that are mirrors: where they come from. What brings them up to date is above, in src/mirrors.
#pragma once

#include "api/call.hpp"
#include "remotes/address.hpp"
#include "repositories/lifecycle/edit.hpp"

namespace cairn::repositories {

struct StoredPullMirror {
    std::int64_t repository_id = 0;
    std::string remote_address;
    std::string credentials; // sealed
    bool wiki = false;
    bool prune = true;
    std::int64_t interval_seconds = 0; // 0: it is brought up to date only when somebody asks
    Time updated_at;                   // when something had changed there
    Time synced_at;                    // when it was last looked for
    Time next_at;
    std::string last_error;
};
BOOST_DESCRIBE_STRUCT(StoredPullMirror, (),
                      (repository_id, remote_address, credentials, wiki, prune, interval_seconds, updated_at, synced_at,
                       next_at, last_error))

std::optional<StoredPullMirror> find_pull_mirror(db::Queries&, std::int64_t repository_id);

// Adds to those that are mirrors how often and when they were brought up to date.
void show_mirrors(db::Queries&, std::span<Repository> shown);

// How often, as a client has written it. Errc::unprocessable for what is no interval or too short a one.
Result<std::int64_t> check_interval(const config::Settings&, const std::string& text);

// When a mirror of that interval is next looked at by itself.
Time next_after(Time now, std::int64_t interval);

// What an edit says about the repository as a mirror; without effect on one that is none.
Result<void> edit_mirror(const config::Settings&, db::Transaction&, const StoredRepository&, const EditRepoOption&);

} // namespace cairn::repositories
