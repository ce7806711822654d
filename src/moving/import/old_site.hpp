// The site that moves in: where it keeps what, as its own app.ini says.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "db/database.hpp"

namespace cairn::import {

// A folder of files. The path is empty, and `why` says so, where they are not on this machine's disk.
struct OldFolder {
    std::string path;
    std::string why{};
};

struct OldSite {
    std::string name; // of its database: what it is known by, whatever file has led to it
    db::Options database;
    std::string repositories;
    OldFolder lfs;
    OldFolder attachments;
    OldFolder avatars;
    OldFolder repository_avatars;
    OldFolder packages;
    OldFolder logs; // of workflows
    std::string secret_key;
    std::string root_url;  // empty: it is not set
    std::int64_t port = 0; // that it listens on; 0: none
};

// `work_path` is the folder that relative paths there are counted from; empty: what the file or its place says. Fails
// with a sentence for the operator when the file cannot be read, its database is of a kind that we do not read, or its
// database or its repositories are not where it says.
Result<OldSite> read_old_site(const std::string& app_ini, const std::string& work_path);

} // namespace cairn::import
