// Whether the table of branches says what the references say. It does not where a server was killed between the two,
// and where somebody has changed a repository on the disk. May run while the site does.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "git/references/references.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::events {
class Bus;
} // namespace cairn::events
namespace cairn::git {
class Store;
} // namespace cairn::git

namespace cairn::repositories {

struct MissedPush {
    std::int64_t repository_id = 0;
    std::vector<git::RefUpdate> changes; // from what the table says to what the references say
};

// Looks at every repository, those that were pushed to last first, and a second time, after a pause, at those where it
// found something: what somebody was just pushing is no difference by then.
std::vector<MissedPush> find_missed_pushes(db::Database&, const git::Store&, const std::stop_token&,
                                           std::chrono::milliseconds pause = std::chrono::seconds(2));

// Records them as pushes of nobody's.
void record_missed_pushes(db::Database&, const events::Bus&, const git::Store&, const std::vector<MissedPush>&);

} // namespace cairn::repositories
