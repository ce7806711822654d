// Milestones as pages list them: of a repository, of all repositories of an organization, of all that somebody works
// on.
#pragma once

#include "api/view.hpp"
#include "issues/issue_guards.hpp"
#include "issues/labels/milestone.hpp"

namespace cairn::issues {

// Where they are looked for. What the reader may not see is nowhere.
struct MilestonePlace {
    std::int64_t repository_id = 0; // in this one, which the reader sees
    std::int64_t owner_id = 0;      // or in all of this account
    // Neither: in all that the reader owns or was let into by name.
    std::int64_t among_them_id = 0; // and of those in this repository alone
};

enum class MilestoneOrder : std::uint8_t { due, furthest, newest, done, name };
BOOST_DESCRIBE_ENUM(MilestoneOrder, due, furthest, newest, done, name)

struct MilestoneSearch : Paging {
    bool closed = false;
    std::string words{}; // of the title, in any case
    MilestoneOrder order = MilestoneOrder::due;
};

struct FoundMilestones {
    Page<StoredMilestone> page{};
    std::int64_t open = 0; // as many as fit the words
    std::int64_t closed = 0;
};

FoundMilestones find_milestones(const api::View&, const MilestonePlace&, const MilestoneSearch&);

// The open ones of these repositories, as far as the reader may read issues or pull requests there: what is due next
// first.
std::vector<StoredMilestone> next_milestones(const api::View&, const std::vector<std::int64_t>& repository_ids,
                                             std::int64_t limit);

// Those that issues of the repository can be given, those that are due soonest first, `most` of them.
std::vector<StoredMilestone> milestones_to_give(db::Queries&, std::int64_t repository_id, std::int64_t most);

// The repositories in this place that have open milestones, for a menu: their ids, some of them.
std::vector<std::int64_t> repositories_with_milestones(const api::View&, const MilestonePlace&);

} // namespace cairn::issues
