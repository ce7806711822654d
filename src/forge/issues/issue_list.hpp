// The issues and pull requests of a repository, as a list that is asked for by its filters.
#pragma once

#include "api/view.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::issues {

struct ListIssues : Paging {
    std::string state;
    std::string labels;
    std::string q;
    std::string type;
    std::string milestones;
    std::optional<Time> since;
    std::optional<Time> before;
    std::string created_by;
    std::string assigned_by;
    std::string mentioned_by;
};
BOOST_DESCRIBE_STRUCT(ListIssues, (Paging),
                      (state, labels, q, type, milestones, since, before, created_by, assigned_by, mentioned_by))
constexpr auto notes(const ListIssues*)
{
    return std::array{
        Note{"state", "open, closed or all; without it, open"},
        Note{"labels", "names of the repository's labels, joined by commas: an issue must bear all of them"},
        Note{"q", "words of the title, the text or the comments, or a number"},
        Note{"type", "issues or pulls; without it, both"},
        Note{"milestones", "titles or ids of milestones, joined by commas: an issue must belong to one of them"},
        Note{"since", "not updated before this time"},
        Note{"before", "not updated after this time"},
        Note{"created_by", "the name of who opened it"},
        Note{"assigned_by", "the name of who it is assigned to"},
        Note{"mentioned_by", "the name of who is mentioned in it"},
    };
}

// One page of them, newest first, and how many there are: issues, pull requests or both, as far as the caller may read
// them. Errc::not_found for a kind that the caller may not read, and for a name that nobody has.
Result<Page<StoredIssue>> list_issues(const api::View&, const RepositoryContext&, const ListIssues&);

} // namespace cairn::issues
