// Doing what a migration asks for: the code and the wiki by git, everything else by the other server's API.
#pragma once

#include <stop_token>

#include "api/call.hpp"
#include "migrations/migration.hpp"

namespace cairn::migrations {

// To its end, which the row says afterwards. Errc::unavailable when the program stops meanwhile: then it goes on after
// the next start.
Result<> copy(const api::Site&, const StoredMigration&, std::stop_token);

// What a server has left that was killed is taken up at once, of mirrors as well. Only while there is no other server
// on the database.
void take_back_turns(db::Database&);

// For remotes::Errands.
bool copy_next(const api::Site&, const std::stop_token&);

} // namespace cairn::migrations
