// The site in numbers, for those who run it: what there is, what it takes, and what the machine has left.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::admin {

struct SiteFigures {
    std::int64_t people = 0;
    std::int64_t here_today = 0; // of them, in a browser
    std::int64_t waiting = 0;    // who are not active
    std::int64_t administrators = 0;
    std::int64_t organizations = 0;
    std::int64_t teams = 0;
    std::int64_t repositories = 0;
    std::int64_t mirrors = 0;
    std::int64_t forks = 0;
    std::int64_t issues = 0;
    std::int64_t pulls = 0;
    std::int64_t comments = 0;
    std::int64_t releases = 0;
    std::int64_t attachments = 0;
    std::int64_t packages = 0;
    std::int64_t webhooks = 0;
    std::int64_t keys = 0;
    std::int64_t tokens = 0;
    std::int64_t runs = 0;
    std::int64_t jobs_at_work = 0; // of workflows
    std::int64_t jobs_waiting = 0;
    std::int64_t runners = 0; // that get jobs
    std::int64_t runners_online = 0;
};
BOOST_DESCRIBE_STRUCT(SiteFigures, (),
                      (people, here_today, waiting, administrators, organizations, teams, repositories, mirrors, forks,
                       issues, pulls, comments, releases, attachments, packages, webhooks, keys, tokens, runs,
                       jobs_at_work, jobs_waiting, runners, runners_online))

// Counts all of it, so that it is kept for some seconds.
SiteFigures site_figures(const api::Site&);

// In bytes.
struct StoredBytes {
    std::int64_t repositories = 0;
    std::int64_t large_files = 0;
    std::int64_t packages = 0;
    std::int64_t attachments = 0;
    std::int64_t artifacts = 0;
    std::int64_t database = 0;
    std::int64_t disk_free = 0; // of the data folder's
    std::int64_t disk_size = 0;
};
BOOST_DESCRIBE_STRUCT(StoredBytes, (),
                      (repositories, large_files, packages, attachments, artifacts, database, disk_free, disk_size))

StoredBytes stored_bytes(const api::Site&);

struct Machine {
    std::int64_t memory = 0;       // of this process, in bytes
    std::int64_t memory_total = 0; // of the machine
    std::string load;              // of the last minute
    std::string load_before;       // of the last five and fifteen
    std::int64_t processors = 0;
    Time started_at;
};
BOOST_DESCRIBE_STRUCT(Machine, (), (memory, memory_total, load, load_before, processors, started_at))

Machine machine();

} // namespace cairn::admin
