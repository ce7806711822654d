// What `cairn doctor` looks at: one check for each thing that can be wrong, with its name, its words, and what can be
// done about it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "admin/self_check.hpp"
#include "base/time.hpp"
#include "git/child/child.hpp"
#include "git/store/store.hpp"

namespace cairn::config {
struct Loaded;
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::storage {
class Storage;
} // namespace cairn::storage

namespace cairn::app::doctor {

using admin::Complaints;

// The site that is examined. What is expensive is opened when the first check asks for it.
class Examination {
public:
    Examination(const config::Loaded& loaded, std::stop_token stop);
    ~Examination();
    Examination(const Examination&) = delete;
    Examination& operator=(const Examination&) = delete;

    const config::Loaded& loaded;
    const config::Settings& settings;
    const std::stop_token stop;
    const Time begun = Time::now();

    bool on_postgres() const;
    // Throws with words for the operator.
    db::Database& db();
    // Whether the database can be opened and has the tables of this program: else it is the database's own checks that
    // have something to say.
    bool has_tables();
    git::Store& store();
    git::Children& children();
    storage::Storage& storage();

    // Moves a file or a folder below `root` to a folder beside, where nobody looks but who wants it back. Where it is
    // now, or words that say why it could not be moved.
    std::string set_aside(const std::string& root, const std::string& path) const;

private:
    std::unique_ptr<db::Database> db_;
    std::optional<bool> has_tables_;
    std::optional<git::Store> store_;
    std::unique_ptr<git::Children> children_;
    std::unique_ptr<storage::Storage> storage_;
};

struct Check {
    // When --repair may do what it does: nothing is to be done by a program; any time; or while the site stands still.
    enum class Mends : std::uint8_t { nothing, any_time, while_stopped };

    std::string_view name;  // for --only
    std::string_view words; // what it looks at
    Mends mends;
    std::string_view repair; // what --repair does, or why it does nothing
    bool needs_tables;
    // What is wrong, a line each. It changes nothing.
    Complaints (*look)(Examination&);
    // Does something about it, and tells what, a line each. Null: nothing is to be done by a program.
    Complaints (*mend)(Examination&);
};

} // namespace cairn::app::doctor
