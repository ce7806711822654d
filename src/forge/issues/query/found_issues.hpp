// Finding issues and pull requests by a query: in a repository, in those of an account, in all that the reader may
// read.
#pragma once

#include "issues/query/query_filter.hpp"

namespace cairn::issues {

struct FoundIssues {
    Page<StoredIssue> page{}; // in the query's order; without their texts
    // How many there are if the query asks for nothing else of their state.
    std::int64_t open = 0;
    std::int64_t closed = 0;
    std::vector<QueryRemark> remarks{};              // what of the query leads to nothing; the rest was used
    std::optional<cache::VersionNumbers> versions{}; // of all that was looked at, where they were read
};

// The reader's rights are a part of the question, so that nothing is counted that is not shown.
FoundIssues find_by_query(const api::View&, const QueryPlace&, const IssueQuery&, const Paging&);

} // namespace cairn::issues
