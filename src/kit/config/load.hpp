// From app.ini and the environment to Settings: everything that is wrong is found in one go.
#pragma once

#include <expected>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "config/environment.hpp"
#include "config/table.hpp"

namespace cairn::config {

// Where a value comes from.
struct Origin {
    enum class Source : std::uint8_t { standard, file, environment, database };

    Source source = Source::standard;
    std::string place; // "/etc/cairn/app.ini:12", "CAIRN__SERVER__HTTP_PORT", "alice, 2026-01-31"
};

struct Loaded {
    Settings settings;
    std::string file;                     // the absolute path of app.ini, whether it exists or not
    std::map<const Key*, Origin> origins; // of what is not a default
    std::vector<std::string> warnings;

    bool is_set(const Key& key) const { return origins.contains(&key); }
};

// Each error is a line for the operator: where, what was found, what was expected.
using LoadErrors = std::vector<std::string>;

// A file that does not exist is as good as an empty one. After loading, every path is absolute and what follows from
// other settings is filled in; secrets that nobody has set are still empty (see secrets.hpp).
std::expected<Loaded, LoadErrors> load(const std::string& file,
                                       std::span<const std::string> environment = process_environment());

} // namespace cairn::config
