// How far the copy of a repository from elsewhere is, on each page that says so:
// {% include "parts/migration_state" with migration %}.
#pragma once

#include <string>

#include "base/reflect.hpp"
#include "base/time.hpp"
#include "words/language.hpp"

namespace cairn::migrations {
struct StoredMigration;
} // namespace cairn::migrations

namespace cairn::pages {

struct ShownMigration {
    std::string clone_address{};
    std::string stage{}; // a sentence; empty: it has just begun
    std::int64_t done = 0;
    std::int64_t total = 0; // 0: nobody knows
    std::int64_t percent = 0;
    bool waiting = false;
    bool running = false;
    bool failed = false; // or called off
    bool canceled = false;
    std::string error{};
    Time created_at{};
};
BOOST_DESCRIBE_STRUCT(ShownMigration, (),
                      (clone_address, stage, done, total, percent, waiting, running, failed, canceled, error,
                       created_at))

ShownMigration show_migration(const words::Language&, const migrations::StoredMigration&);

} // namespace cairn::pages
