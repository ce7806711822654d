// Who hears of a repository.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

bool is_watching(db::Queries&, std::int64_t account_id, std::int64_t repository_id);

// The caller hears of the repository from now on. Errc::forbidden for somebody whom the owner has blocked.
Result<void> watch(const api::Call&, const RepositoryContext&);
void unwatch(const api::Call&, const RepositoryContext&);

// The ids of a page of what an account watches, for list_repositories(): in the order in which that began, what the
// caller sees, and of others' what everybody may see.
Page<std::int64_t> watched_by(const api::View&, const accounts::Account&, const Paging&);

// Who watches the repository, the first first.
Page<accounts::ShownAccount> watchers(const api::View&, const RepositoryContext&, const Paging&);

// Steps that others take inside of a transaction.

// Writes down with the repository how many watch it, and returns that.
std::int64_t count_watchers(db::Transaction&, std::int64_t repository_id);

void watch(db::Transaction&, std::int64_t account_id, std::int64_t repository_id);
void unwatch(db::Transaction&, std::int64_t account_id, std::int64_t repository_id);

// The members of a team watch what the team was given.
void watch_as_team(db::Transaction&, std::int64_t team_id, std::int64_t repository_id);

// Ends all stars and watches of a repository, as when it turns private.
void forget_followers(db::Transaction&, std::int64_t repository_id);

} // namespace cairn::repositories
