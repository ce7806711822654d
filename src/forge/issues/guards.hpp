// Who may call an operation about issues and what belongs to them.
#pragma once

#include "repositories/guards.hpp"

namespace cairn::issues {

// Labels and milestones are for issues and pull requests alike, and kept by whoever may write to either; who
// administers the repository keeps them also where both are switched off.
Result<void> check_writes_issues_or_pulls(const api::Call&, const repositories::RepositoryContext&);

inline constexpr api::Guard writes_issues_or_pulls =
    repositories::repository_guard<check_writes_issues_or_pulls>("writes issues or pull requests", {401, 403, 404});

} // namespace cairn::issues
