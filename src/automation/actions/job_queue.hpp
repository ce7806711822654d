// Jobs that wait for a runner, on the whole site, by the labels that it must have.
#pragma once

#include <map>

#include "base/page.hpp"
#include "base/time.hpp"
#include "db/database.hpp"

namespace cairn::actions {

struct QueuedJobs {
    std::string labels; // JSON, as jobs have them
    std::int64_t jobs = 0;
    Time since;              // when the first of them began to wait
    std::int64_t oldest = 0; // the id of the oldest of them
};
BOOST_DESCRIBE_STRUCT(QueuedJobs, (), (labels, jobs, since, oldest))

// The page of them, those that wait longest first; the total is how many kinds there are.
Page<QueuedJobs> queued_jobs(db::Queries&, const Paging&);

// How many jobs wait in all.
std::int64_t count_queued(db::Queries&);

struct JobPlace {
    std::int64_t id = 0; // the job's
    std::int64_t run_id = 0;
    std::string owner;
    std::string repository;
    std::string name; // the job's
};
BOOST_DESCRIBE_STRUCT(JobPlace, (), (id, run_id, owner, repository, name))

// Where jobs belong, by their ids.
std::map<std::int64_t, JobPlace> places_of_jobs(db::Queries&, const std::vector<std::int64_t>& ids);

} // namespace cairn::actions
