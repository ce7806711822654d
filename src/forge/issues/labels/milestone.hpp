// A milestone: as the database holds it, as the API shows it, and how it is found.
#pragma once

#include <map>

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::issues {

enum class MilestoneState : std::uint8_t { open, closed };
BOOST_DESCRIBE_ENUM(MilestoneState, open, closed)

struct Milestone {
    std::int64_t id = 0;
    std::string title;
    std::string description;
    MilestoneState state = MilestoneState::open;
    std::int64_t open_issues = 0;
    std::int64_t closed_issues = 0;
    Time created_at;
    std::optional<Time> updated_at;
    std::optional<Time> closed_at;
    std::optional<Time> due_on;
};
BOOST_DESCRIBE_STRUCT(Milestone, (),
                      (id, title, description, state, open_issues, closed_issues, created_at, updated_at, closed_at,
                       due_on))
constexpr auto notes(const Milestone*)
{
    return std::array{
        Note{"", "Something to be reached, and the issues and pull requests that lead there"},
        Note{"open_issues", "how many issues and pull requests are left to do"},
        Note{"closed_issues", "how many are done"},
        Note{"closed_at", "null while it is open"},
        Note{"due_on", "null where there is no date"},
    };
}

struct StoredMilestone {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string title;
    std::string description;
    Time due_at;    // 0: at no time
    Time closed_at; // 0: it is open
    std::int64_t issue_count = 0;
    std::int64_t closed_issue_count = 0;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(StoredMilestone, (),
                      (id, repository_id, title, description, due_at, closed_at, issue_count, closed_issue_count,
                       created_at, updated_at))

Milestone show_milestone(const StoredMilestone&);

std::optional<StoredMilestone> find_milestone(db::Queries&, std::int64_t repository_id, std::int64_t id);
// By id if it is a number that one has, else the oldest of exactly that title.
std::optional<StoredMilestone> find_milestone(db::Queries&, std::int64_t repository_id, std::string_view id_or_title);

// Those of these ids, by id, for a page of issues; ids that are 0 or of none are not in it.
std::map<std::int64_t, Milestone> milestones_by_id(db::Queries&, const std::vector<std::int64_t>& ids);

} // namespace cairn::issues

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::issues::Milestone>();
