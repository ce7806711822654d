// Which issues somebody may read, in any repository: as a condition in SQL, and of a list of ids.
#pragma once

#include "access/repositories.hpp"
#include "issues/show.hpp"

namespace cairn::issues {

// Adds the condition that the viewer may read the issue `i` of the repository `r`.
void add_reads_issue(db::Composition& query, const access::Viewer&);

// Those of these that the caller may read, as they are shown.
std::vector<Issue> readable_issues(const api::View&, const std::vector<std::int64_t>& ids);

} // namespace cairn::issues
