#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "admin/self_check.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::app {

// Looks at everything that the site stands on and says what to do about what is wrong, or does what it can about it.
// Returns the exit code.
int examine(const config::Settings&, const std::string& config_file, bool repair);

// The same for the pages, which only look. It may take long; what it was stopped at is not told.
std::vector<admin::Examined> examine_all(const config::Settings&, const std::string& config_file,
                                         const std::stop_token&);

} // namespace cairn::app
