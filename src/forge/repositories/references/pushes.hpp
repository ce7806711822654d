// What follows when references of a repository were moved, whoever moved them: git push, the contents API, the branch
// API, a merge. All of them call record_push() when it is done and before the client hears of it.
//
// Git comes first: a reference that was moved stays moved, and the database follows. Whoever dies in between leaves
// rows that are behind; branch_check.hpp finds them and records what was missed.
#pragma once

#include <span>

#include "git/references/references.hpp"
#include "repositories/repository.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::repositories {

struct DonePush {
    std::int64_t pusher_id = 0; // 0: nobody whom we know; then no feed tells of it
    std::vector<git::RefUpdate> changes{};
    bool mirrored = false; // taken over from what the repository is a mirror of: the feeds tell it in the owner's name
};

// Brings branches, times and feeds up to date, has sizes and languages counted anew in the background, and tells
// events::Pushed. The first branches of an empty repository decide its default branch: the configured one, or, if that
// is not among them, the first that was pushed. The repository as it was before the push; the handle sees what is there
// now. Throws what the database throws, and sees to it that the push is recorded later (unrecorded_pushes.hpp).
void record_push(const api::Site&, const StoredRepository&, const git::Repository&, DonePush);

// The same for who has no site, or sees to it himself: where this throws, `push` is what is left to be recorded.
void record_push(db::Database&, const events::Bus&, const StoredRepository&, const git::Repository&, DonePush& push);

} // namespace cairn::repositories
