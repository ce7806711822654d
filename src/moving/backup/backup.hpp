// A backup of the site: written while the site runs, looked at, and made a site again.
//
// The database is read as it is at one moment; what it names then is read after that moment, while a hold keeps the
// site from deleting it (db/files_hold.hpp). So everything that the database of a backup names is in the backup.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "backup/manifest.hpp"
#include "backup/parts.hpp"

namespace cairn::config {
struct Loaded;
} // namespace cairn::config
namespace cairn::db {
class Database;
struct Options;
} // namespace cairn::db

namespace cairn::backup {

using Progress = std::function<void(std::string_view what, std::int64_t done, std::int64_t total)>;

struct Wish {
    std::string where;              // as backup/place.hpp has it
    std::vector<std::string> since; // older backups, whose parts are not written again
    bool secrets = false;
    Progress progress = {};
};

struct Report {
    std::string name;   // of the backup
    std::string sha256; // of its manifest
    Totals totals;
    std::int64_t tables = 0;
    std::int64_t rows = 0;
    std::int64_t repositories = 0;
    std::int64_t stored = 0;
    std::vector<std::string> missing; // what the database names and is not there: it was lost before
};

Result<Report> make_backup(const config::Loaded&, const db::Options&, const Wish&);

struct Checked {
    Header header;
    std::int64_t parts = 0;
    std::int64_t bytes = 0;
    std::vector<std::string> damaged; // in words for the operator
};

// Reads all of it. What is wrong with its parts is in what it returns.
Result<Checked> verify_backup(const config::Loaded&, const std::string& where, const std::vector<std::string>& since,
                              const Progress&);

struct RestoreWish {
    std::string where;
    std::vector<std::string> since;
    std::string url;          // ROOT_URL from now on, in links within texts as well; empty: that of the settings
    bool new_secrets = false; // goes on without those that the database's secrets are sealed with
    Progress progress = {};
};

struct Restored {
    Header header;
    std::int64_t rows = 0;
    std::int64_t repositories = 0;
    std::int64_t stored = 0;
    std::vector<std::string> missing;
};

// Into a site that has nobody yet, and that nobody serves. The database comes last and at once: what was interrupted
// before is begun again, and finds what it has done.
Result<Restored> restore_backup(config::Loaded&, const db::Options&, const RestoreWish&);

} // namespace cairn::backup
