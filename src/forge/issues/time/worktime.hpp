// Time that was spent on the issues of all repositories of an owner, summed up for some days.
#pragma once

#include "base/page.hpp"
#include "base/time.hpp"
#include "db/database.hpp"

namespace cairn::issues {

enum class WorktimeBy : std::uint8_t { repositories, milestones, members };
BOOST_DESCRIBE_ENUM(WorktimeBy, repositories, milestones, members)

struct WorktimeRange {
    std::int64_t owner_id = 0;
    Time since;  // this second counts
    Time before; // and this one no longer
};

// What is not asked for is empty: by members, the repository.
struct WorktimeRow {
    std::string repository;
    std::int64_t milestone_id = 0; // 0: of issues that are in none
    std::string milestone;
    std::string member; // empty: the account is gone
    std::string full_name;
    std::int64_t seconds = 0;
};
BOOST_DESCRIBE_STRUCT(WorktimeRow, (), (repository, milestone_id, milestone, member, full_name, seconds))

// The page of them, those with most time first.
Page<WorktimeRow> worktime_by(db::Queries&, const WorktimeRange&, WorktimeBy, const Paging&);

// Of all rows together, in seconds.
std::int64_t worktime_in_all(db::Queries&, const WorktimeRange&);

} // namespace cairn::issues
