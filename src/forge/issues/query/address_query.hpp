// The query that an address asks for: our own, which is one line, and the parameters that addresses have which were
// made for other servers of this API (?state=closed&labels=3&assignee=7) or for the API itself. Both are shown as a
// line.
#pragma once

#include "issues/query/query_filter.hpp"

namespace cairn::issues {

struct AddressQuery : Paging {
    std::string q;
    std::string type;  // whose: assigned, created_by, mentioned, review_requested, reviewed_by
    std::string state; // open, closed, all
    std::string sort;
    std::string labels; // ids, those with a minus not, 0 for none; or names
    std::string milestone;
    std::string milestones;
    std::string project;
    std::string assignee; // a name or an id, -1 or (none) for nobody, (any) for anybody
    std::string assigned_by;
    std::string poster;
    std::string created_by;
    std::string mentioned_by;
    std::string repo; // owner/name
};
BOOST_DESCRIBE_STRUCT(AddressQuery, (Paging),
                      (q, type, state, sort, labels, milestone, milestones, project, assignee, assigned_by, poster,
                       created_by, mentioned_by, repo))
constexpr auto notes(const AddressQuery*)
{
    return std::array{Note{"q", "a line such as is:open label:bug; what else is asked for is added to it"},
                      Note{"type", "assigned, created_by, mentioned, review_requested or reviewed_by"},
                      Note{"state", "open, closed or all"},
                      Note{"labels", "ids or names, joined by commas"},
                      Note{"milestone", "an id; -1 for none"},
                      Note{"assignee", "a name or an id; -1 for nobody"}};
}

// `usual`: what an address asks for that says nothing. `has_line`: it has a q, which may be empty.
IssueQuery query_of(const api::View&, const QueryPlace&, const AddressQuery&, bool has_line, std::string_view usual);

} // namespace cairn::issues
