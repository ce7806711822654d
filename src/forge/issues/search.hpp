// Finding issues in all repositories that the caller may read.
#pragma once

#include "api/view.hpp"
#include "issues/issue.hpp"

namespace cairn::issues {

struct SearchIssues : Paging {
    std::string state;
    std::string labels;
    std::string milestones;
    std::string q;
    std::string type;
    std::optional<Time> since;
    std::optional<Time> before;
    bool assigned = false;
    bool created = false;
    bool mentioned = false;
    bool review_requested = false;
    bool reviewed = false;
    std::string owner;
    std::string created_by;
    std::string team;
};
BOOST_DESCRIBE_STRUCT(SearchIssues, (Paging),
                      (state, labels, milestones, q, type, since, before, assigned, created, mentioned,
                       review_requested, reviewed, owner, created_by, team))
constexpr auto notes(const SearchIssues*)
{
    return std::array{
        Note{"state", "open, closed or all; without it, open"},
        Note{"labels", "names of labels, joined by commas: one of them is enough"},
        Note{"milestones", "titles of milestones, joined by commas: one of them is enough"},
        Note{"q", "words of the title, the text or the comments, or a number"},
        Note{"type", "issues or pulls; without it, both"},
        Note{"since", "not updated before this time"},
        Note{"before", "not updated after this time"},
        Note{"assigned", "only what is assigned to you"},
        Note{"created", "only what you have opened"},
        Note{"mentioned", "only what mentions you"},
        Note{"review_requested", "only pull requests that you are asked to review"},
        Note{"reviewed", "only pull requests that you have reviewed"},
        Note{"owner", "only in repositories of this account"},
        Note{"created_by", "only what this person has opened"},
        Note{"team", "only in repositories of this team of the owner"},
    };
}

// One page of them, newest first, and how many there are. Errc::bad_request for an owner or a team that there is not,
// Errc::not_found for somebody who shall have opened them and is nobody.
Result<Page<StoredIssue>> search_issues(const api::View&, const SearchIssues&);

} // namespace cairn::issues
