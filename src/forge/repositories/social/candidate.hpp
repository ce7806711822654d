// People who can be given something to do in a repository: assignees of issues, reviewers of pull requests.
#pragma once

#include <set>

#include "accounts/account.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

// Who is proposed: those who were let in by name, one by one or in teams, and may write to issues or pull requests
// (assignees) or read pull requests (reviewers); by name, and the owner after them.
std::vector<accounts::Account> assignees(const api::View&, const RepositoryContext&);
std::vector<accounts::Account> reviewers(const api::View&, const RepositoryContext&);

// Those of these who are proposed as assignees: they keep the repository's issues.
std::set<std::int64_t> maintainers_among(const api::View&, const RepositoryContext&,
                                         const std::vector<std::int64_t>& account_ids);

// More people can be assigned than are proposed: all who can read.
bool can_be_assigned(db::Queries&, const RepositoryContext&, const accounts::Account& person);

} // namespace cairn::repositories
