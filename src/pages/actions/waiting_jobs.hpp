// What waits for runners on the whole site, by the labels that they must have, as administrators look at it.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct WaitingKind {
    std::vector<std::string> labels{};
    std::int64_t jobs = 0;
    Time since{};
    std::string oldest{};  // "ada/tool, build": the oldest job
    std::string address{}; // of that one; empty: it waits no more
    // Runners that have the labels: those of the site, and those that are somebody's and work for that one alone.
    std::int64_t of_site = 0;
    std::int64_t of_site_online = 0;
    std::int64_t of_others_online = 0;
};
BOOST_DESCRIBE_STRUCT(WaitingKind, (),
                      (labels, jobs, since, oldest, address, of_site, of_site_online, of_others_online))

struct WaitingJobs {
    std::vector<WaitingKind> kinds{}; // those that wait longest first
    std::int64_t total = 0;           // jobs
    std::int64_t more = 0;            // kinds that are not shown
};
BOOST_DESCRIBE_STRUCT(WaitingJobs, (), (kinds, total, more))

WaitingJobs waiting_jobs(const api::Call&);

} // namespace cairn::pages
