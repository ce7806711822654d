// What is counted in a repository and kept in the database for those who ask: its size, its languages, its licenses.
#pragma once

#include <map>
#include <string>

#include "base/result.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::repositories {

// Takes as long as reading every file of the default branch that has changed since. Nothing to do for a repository that
// is gone.
Result<void> count_figures(const api::Site&, std::int64_t repository_id);

// How many bytes of each language there were when they were counted last.
std::map<std::string, std::int64_t> languages_of(db::Queries&, std::int64_t repository_id);

// Packs what many small pushes have left, once there is enough of it to slow readers down.
Result<void> tidy_up(const api::Site&, std::int64_t repository_id);

} // namespace cairn::repositories
