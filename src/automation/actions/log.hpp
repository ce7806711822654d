// The logs of tasks. While a task is at work, what it says is kept in the database, piece by piece, so that what was
// acknowledged is there; when nothing more comes, the whole goes to the storage.
#pragma once

#include <stop_token>

#include "http/message.hpp"
#include "runners/task.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::actions {

// A row of a log as people read it: its time and what it says, on one line.
std::string log_line(const runners::LogRow&);
// What it says, without the time and the end of the line.
std::string_view text_of_log_line(std::string_view line);

// Beyond this a log ends with a line that says so.
inline constexpr std::int64_t largest_log = 64 * 1024 * 1024;

struct StoredLog {
    std::int64_t id = 0; // of the task
    std::int64_t log_rows = 0;
    std::int64_t log_size = 0;
    bool log_kept = false;
    bool log_packed = false;
};
BOOST_DESCRIBE_STRUCT(StoredLog, (), (id, log_rows, log_size, log_kept, log_packed))

// The log of the task that does a job; nothing as long as there is none.
std::optional<StoredLog> find_log(db::Queries&, std::int64_t job_id);

// Its text from wherever it is, in order and never all of it at once.
void read_log(const api::Site&, const StoredLog&, const std::function<void(std::string_view)>& part);
// For as long as `part` wants more of it; whether it did until the end.
bool read_log_while(const api::Site&, const StoredLog&, const std::function<bool(std::string_view)>& part);

// Rows of it from this one on, at most so many bytes of them and at least one, if there is one; for those who follow it
// while it is written.
std::vector<std::string> log_rows_from(const api::Site&, const StoredLog&, std::int64_t first, std::size_t most_bytes);

// What the log of a task is called in the storage.
std::string stored_name(std::int64_t task_id);

// Puts the pieces together in the storage, packed or not as [actions] LOG_COMPRESSION says.
void keep_log(const api::Site&, std::int64_t task_id);

// The run is gone with all that belongs to it; the files go with the next clean-up.
void forget_run(db::Transaction&, std::int64_t run_id);
// Before a repository's rows are gone.
void forget_repository(db::Transaction&, std::int64_t repository_id);

// Tasks of upkeep: logs of tasks that were given up are kept, too; files that nothing refers to are removed.
void tidy_logs(const api::Site&, const std::stop_token&);

} // namespace cairn::actions
