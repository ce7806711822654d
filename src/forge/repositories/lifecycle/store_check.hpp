// Whether the database and the store agree: every repository has its folder, and every folder its repository or a row
// that says it has to go. May run while the site does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::git {
class Store;
} // namespace cairn::git

namespace cairn::repositories {

struct StoreFindings {
    struct Missing {
        std::int64_t id = 0;
        std::string name; // owner/name
        std::string storage;
        std::string default_branch;
    };
    std::vector<Missing> missing;    // repositories whose folder is gone
    bool all_missing = false;        // not one has its folder: then it is the disk that is not there
    std::vector<std::string> strays; // folders that nobody knows
};

StoreFindings examine_store(db::Database&, const git::Store&);

// Gives it an empty folder, so that somebody can push what was lost. False: that did not work.
bool make_missing_folder(db::Database&, const git::Store&, const StoreFindings::Missing&);

} // namespace cairn::repositories
