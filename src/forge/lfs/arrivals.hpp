// Commits that came from a fork, or from the base of one, without a client of LFS: by a merge, or when a fork follows
// its base. The large files that they point to come after them, if whoever moved the commits may read them where they
// are.
#pragma once

#include "base/result.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Transaction;
} // namespace cairn::db
namespace cairn::events {
struct Pushed;
} // namespace cairn::events

namespace cairn::lfs {

void note_arrival(db::Transaction&, const events::Pushed&);

// A step of the post-push worker's: false when there is nothing to do.
Result<bool> follow_next_arrival(const api::Site&, std::int64_t repository_id);

} // namespace cairn::lfs
