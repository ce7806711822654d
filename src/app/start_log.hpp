#pragma once

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::app {

// Sets up the log as [log] says. Throws std::runtime_error when a file of it cannot be opened.
void start_log(const config::Settings&);

} // namespace cairn::app
