// Who can be given an issue to do.
#pragma once

#include <set>

#include "issues/issue_guards.hpp"

namespace cairn::issues {

// Those who can write to any part of the repository or read its pull requests; never an organization.
bool is_assignable(db::Queries&, const repositories::StoredRepository&, const accounts::Account&);

// The accounts of these names. Errc::unprocessable for a name that nobody has, `refusal` for somebody who cannot be
// assigned, Errc::forbidden for somebody who has blocked the caller.
Result<std::set<std::int64_t>> find_assignees(const api::Call&, const RepositoryContext&,
                                              const std::vector<std::string>& names,
                                              Errc refusal = Errc::unprocessable);

} // namespace cairn::issues
