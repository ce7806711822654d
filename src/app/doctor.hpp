#pragma once

#include <string>

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::app {

// Looks at everything that the site stands on and says what to do about what is wrong, or does what it can about it.
// Returns the exit code.
int examine(const config::Settings&, const std::string& config_file, bool repair);

} // namespace cairn::app
