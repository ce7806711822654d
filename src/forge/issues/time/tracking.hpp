// Who may track time on issues.
#pragma once

#include "issues/issue_guards.hpp"

namespace cairn::issues {

// The site and the repository have it.
bool tracks_time(const api::Call&, const RepositoryContext&);

// Where it is not for everybody: whoever may write to the issue, has opened it, or is assigned.
bool may_track_time(const api::Call&, const IssueContext&);

} // namespace cairn::issues
