// Who has done how much in which week: kept in the database for the default branch, brought along by every push.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "api/site.hpp"
#include "base/reflect.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "jobs/job.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db
namespace cairn::repositories {
struct StoredRepository;
} // namespace cairn::repositories

namespace cairn::contents {

struct WeekOfWork {
    Time begin; // a Sunday, 00:00 UTC
    std::int64_t commits = 0;
    std::int64_t additions = 0; // lines
    std::int64_t deletions = 0;

    bool operator==(const WeekOfWork&) const = default;
};
BOOST_DESCRIBE_STRUCT(WeekOfWork, (), (begin, commits, additions, deletions))

struct Contributor {
    std::string email; // in lower case; whose it is, contents::People knows
    std::string name;  // as the latest of the commits has it
    std::int64_t commits = 0;
    std::vector<WeekOfWork> weeks; // the earliest first, those in which something was done
};

struct Statistics {
    bool current = false; // of the commit that the default branch is at; otherwise it is being brought there
    bool complete = true; // false: the oldest of a very long history is missing
    Time counted_at;
    std::vector<WeekOfWork> weeks;         // of all together
    std::vector<Contributor> contributors; // who has the most commits comes first
    std::int64_t contributor_count = 0;
};

// Nothing before it was counted for the first time. At most `most` contributors.
std::optional<Statistics> find_statistics(db::Queries&, const repositories::StoredRepository&, std::int64_t most = 100);

// Those with the most commits, without their weeks, and how many there are in all.
struct Contributors {
    std::vector<Contributor> first;
    std::int64_t count = 0;
};
Contributors find_contributors(db::Queries&, std::int64_t repository_id, std::int64_t most);

// The commits of each of the last weeks, the earliest first, of those repositories that were counted: one query for a
// whole list.
std::map<std::int64_t, std::vector<std::int64_t>> recent_commits(db::Queries&, const std::vector<std::int64_t>& ids,
                                                                 Time now, std::size_t weeks = 13);

// The step of the job repositories::statistics_job: counts what was added to the default branch since it was last
// counted, merges aside; everything when the history is another one. Takes as long as git needs to compare each commit
// with the one before it, up to half an hour: then the oldest are not counted. `unavailable` when it was asked to stop:
// nothing is kept.
Result<bool> count_statistics(const api::Site&, std::int64_t repository_id, const std::stop_token&);

// After a start: what was never counted, or by another version of the program, shall be.
inline constexpr std::string_view missing_statistics_job = "missing_statistics";
Result<jobs::Outcome> count_missing_statistics(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> missing_statistics_kind{
    .name = missing_statistics_job, .handler = &count_missing_statistics, .order = jobs::Order::merged};

} // namespace cairn::contents
