// Tokens that came with `cairn import`: known by a salted hash, under which none can be looked up. The first use of one
// makes it like ours, so that this is asked once for each.
#pragma once

#include <string_view>

namespace cairn::db {
class Database;
class Queries;
} // namespace cairn::db

namespace cairn::accounts {

// Whether some imported token ends like this one: one look at an index, which is empty where nothing was imported.
bool may_be_imported(db::Queries&, std::string_view token);

// Whether this is one of them. If so, it is found under its plain hash from now on. Takes milliseconds for each that
// ends alike.
bool adopt_imported_token(db::Database&, std::string_view token);

// What the other servers store of a token. Nothing but this and the salt is needed to know it again.
bool is_imported_hash(std::string_view salt, std::string_view hash);

} // namespace cairn::accounts
