// Files that tasks leave with their run.
#pragma once

#include <cstdint>
#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

// With the run that they belong to. The files go with the next clean-up.
void remove_artifacts(db::Transaction&, std::int64_t run_id);

// Tasks of upkeep: what has had its time is expired, its files go; and files that no row refers to are deleted.
void expire_artifacts(const api::Site&, const std::stop_token&);
void remove_leftover_artifacts(const api::Site&, const std::stop_token&);

} // namespace cairn::runners
