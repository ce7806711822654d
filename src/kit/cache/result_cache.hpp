// The result cache: what statements have given in this commit state, to those who ask for the same with the same
// values. It stands between the queries of a Database and its engine, so that nobody has to know of it.
//
// Promises: a read gives what the engine gives at some moment since it was asked for, or what it gave earlier if
// nothing was committed since. Only what is asked for a second time in one state is kept, only what is small, and only
// where the engine tells its state without being asked (Database::state()). Ownership: it belongs to the database; rows
// are copied in and out, as bytes. Threads: any may read.
#pragma once

#include "db/database.hpp"

namespace cairn::cache {

// To be said once, before the first request.
void keep_results(db::Database&);

} // namespace cairn::cache
