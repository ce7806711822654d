// A milestone as pages show it, for {% include "issue_lists/milestone_row" with row %}; and the form that makes one.
#pragma once

#include "base/page.hpp"
#include "issues/labels/milestone.hpp"
#include "issues/labels/milestone_list.hpp"
#include "pages/navigation.hpp"

namespace cairn::pages {

struct ShownMilestone {
    std::int64_t id = 0;
    std::string title{};
    std::string description{};
    bool closed = false;
    Time closed_at{};
    Time updated_at{};
    Time due{};
    bool overdue = false;
    std::int64_t open_issues = 0;
    std::int64_t closed_issues = 0;
    std::int64_t percent = 0; // of all that are done
    std::string address{};    // of its page
    std::string home{};       // of the repository's pages
    std::string repository{}; // "owner/name", where the list is of several
};
BOOST_DESCRIBE_STRUCT(ShownMilestone, (),
                      (id, title, description, closed, closed_at, updated_at, due, overdue, open_issues, closed_issues,
                       percent, address, home, repository))

// `home`: where the pages of its repository begin.
ShownMilestone show_milestone(const issues::StoredMilestone&, const std::string& home);

// Days are as the browser's field for them writes them: 2026-12-01.
struct MilestoneForm {
    std::string title;
    std::string description;
    std::string due;
};
BOOST_DESCRIBE_STRUCT(MilestoneForm, (), (title, description, due))
constexpr auto notes(const MilestoneForm*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 255},
                      Note{.member = "description", .max_length = 60000},
                      Note{"due", "the day by whose end it should be reached"}};
}

// The last second of the day as the API wants it written; empty for none. Errc::unprocessable for what is no day.
Result<std::string> end_of_written_day(const std::string& day);

struct MilestoneQuery : Paging {
    std::string state;
    std::string q;
    std::string sort;
    std::string repo; // owner/name
};
BOOST_DESCRIBE_STRUCT(MilestoneQuery, (Paging), (state, q, sort, repo))
constexpr auto notes(const MilestoneQuery*)
{
    return std::array{Note{"state", "open or closed"}, Note{"q", "a part of the title"},
                      Note{"sort", "due, furthest, newest, done or name"},
                      Note{"repo", "only those of this repository"}};
}

issues::MilestoneSearch search_of(const MilestoneQuery&);

// Links to the same list in another order or state.
struct MilestoneLinks {
    std::vector<ShownEntry> states{};
    std::vector<ShownEntry> sorts{};
};
BOOST_DESCRIBE_STRUCT(MilestoneLinks, (), (states, sorts))
MilestoneLinks milestone_links(const api::Call&, const MilestoneQuery&, const std::string& path,
                               const issues::FoundMilestones&);

} // namespace cairn::pages
