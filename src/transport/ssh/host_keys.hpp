// The server's own keys, by which clients know it again.
#pragma once

#include <string>
#include <vector>

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::ssh {

// The files of the settings, each of them made if it is missing, for its owner alone. Throws std::runtime_error with
// words for the operator.
std::vector<std::string> provide_host_keys(const config::Settings&);

} // namespace cairn::ssh
