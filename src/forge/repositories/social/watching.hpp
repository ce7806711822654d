// Who hears of a repository.
#pragma once

#include <cstdint>

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::repositories {

// Writes down with the repository how many watch it, and returns that.
std::int64_t count_watchers(db::Transaction&, std::int64_t repository_id);

void watch(db::Transaction&, std::int64_t account_id, std::int64_t repository_id);
void unwatch(db::Transaction&, std::int64_t account_id, std::int64_t repository_id);

// The members of a team watch what the team was given.
void watch_as_team(db::Transaction&, std::int64_t team_id, std::int64_t repository_id);

// Ends all stars and watches of a repository, as when it turns private.
void forget_followers(db::Transaction&, std::int64_t repository_id);

} // namespace cairn::repositories
