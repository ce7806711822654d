// How programs become runners: with a token that says whose they are.
#pragma once

#include "base/result.hpp"
#include "runners/runner.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::runners {

// The current token of the holder, which is made when there is none.
std::string registration_token(db::Database&, const config::Settings&, const Owner&);

struct NewRunner {
    std::string name;
    std::string version;
    std::vector<std::string> labels;
    bool ephemeral = false;
};

struct RegisteredRunner {
    Runner runner;
    std::string token; // told once, and never kept
};

// Errc::unauthorized for a token that is not anybody's current one, Errc::bad_request for a runner that nobody could
// use, Errc::too_many_requests when its holder has as many as there may be.
Result<RegisteredRunner> register_runner(db::Database&, std::string_view registration_token, const NewRunner&);

// What a runner says of itself each time that it starts. Errc::bad_request as above, Errc::unauthorized for one that is
// gone meanwhile.
Result<Runner> declare_runner(db::Database&, const Runner&, std::string_view version,
                              std::span<const std::string> labels);

// The labels as they are kept: without schema and argument ("ubuntu:docker://image" is "ubuntu"), each once, in the
// order given.
Result<std::string> read_labels(std::span<const std::string>);
Result<std::string> read_version(std::string_view);

} // namespace cairn::runners
