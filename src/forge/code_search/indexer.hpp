// Keeps what searches for code look at (migration 0130): the texts of the files of each repository's default branch.
// It follows pushes, as a job: what has changed between the commit that is indexed and the one that the branch is at,
// a few files in each transaction. Renames, transfers and changes of who may read a repository need nothing: the index
// knows ids, and who may read is asked when somebody searches.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/result.hpp"
#include "base/time.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Database;
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::events {
struct RepositoryDeleted;
} // namespace cairn::events
namespace cairn::repositories {
struct StoredRepository;
} // namespace cairn::repositories

namespace cairn::code_search {

// A step of the job repositories::content_index_job: works for a second or two; true when there is more to do. One of a
// repository that is gone, or is not indexed any longer, forgets what there was. Killed at any point it goes on
// where it was.
Result<bool> index_next(const api::Site&, std::int64_t repository_id);

// What there is of a deleted repository goes little by little.
void forget_repository(db::Transaction&, const events::RepositoryDeleted&);

// A task of cron: has those indexed that are not, or not at their latest commit, or by older rules.
void index_missing(const api::Site&, const std::stop_token&);

struct IndexState {
    std::string commit_id; // empty: the first indexing is under way, or has not begun
    bool current = false;  // it is the commit that the default branch is at
    bool cut = false;      // the repository has more than is kept of one
    Time indexed_at;
};

IndexState index_state(db::Queries&, const repositories::StoredRepository&);

// How many repositories that have something are not indexed at all yet; at most a thousand are counted.
std::int64_t count_waiting(db::Queries&);

// Whether the engine has an index of pieces; without one (PostgreSQL without pg_trgm) searches look at the latest files
// alone.
bool has_pieces(db::Queries&);
// The same at a start: makes the index where the extension has come meanwhile. That reads all texts once.
bool prepare_pieces(db::Database&);

} // namespace cairn::code_search
