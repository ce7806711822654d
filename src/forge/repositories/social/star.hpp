// Stars: who likes a repository. A site may have none of them.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

// Errc::forbidden where the site has no stars.
Result<void> check_has_stars(const api::View&);

// Loads the RepositoryContext of what a signed-in caller may star. Whether there are stars is asked before anything is
// looked for.
Result<void> check_stars(api::Call&);
inline constexpr api::Guard stars{.name = "stars the repository",
                                  .path = &type_of<RepositoryPath>(),
                                  .loads = &api::tag<RepositoryContext>,
                                  .errors = {401, 403, 404},
                                  .check = &check_stars};

bool has_star(db::Queries&, std::int64_t account_id, std::int64_t repository_id);

// The caller's star. Twice is once. Errc::forbidden for somebody whom the owner has blocked.
Result<void> star(const api::Call&, const RepositoryContext&);
// Takes it back, if there was one.
void unstar(const api::Call&, const RepositoryContext&);

// The ids of a page of what an account has starred, for list_repositories(): the oldest star first, what the caller
// sees, and of others' stars what everybody may see.
Page<std::int64_t> starred_by(const api::View&, const accounts::Account&, const Paging&);

// Who has starred the repository, the first first. Errc::forbidden where the site has no stars.
Result<Page<accounts::ShownAccount>> stargazers(const api::View&, const RepositoryContext&, const Paging&);

} // namespace cairn::repositories
