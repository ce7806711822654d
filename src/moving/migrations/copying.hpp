// Doing what a migration asks for: the code and the wiki by git, everything else by the other server's API.
#pragma once

#include <stop_token>

#include "api/call.hpp"
#include "migrations/migration.hpp"
#include "remotes/remote_jobs.hpp"

namespace cairn::migrations {

// To its end, which the row says afterwards, by whoever holds its job. Errc::unavailable when the program stops
// meanwhile: then it is begun anew after the next start.
Result<> copy(const api::Site&, const EnteredMigration&);

Result<jobs::Outcome> run_migration_job(const api::Site&, const jobs::Job&, const std::stop_token&);
void give_up_migration_job(const api::Site&, db::Transaction&, const jobs::Job&);
// What the other server has refused is not tried again: the row says so, and whoever has asked may ask again.
inline constexpr jobs::KindOf<api::Site> migration_kind{.name = migration_job,
                                                        .handler = &run_migration_job,
                                                        .concurrency = remotes::jobs_at_once,
                                                        .lane = jobs::Lane::elsewhere,
                                                        .retry = {.most_attempts = 3},
                                                        .give_up = &give_up_migration_job,
                                                        .of_one_owner = remotes::jobs_of_one_owner};

} // namespace cairn::migrations
