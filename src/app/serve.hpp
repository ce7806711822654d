#pragma once

namespace cairn::config {
struct Loaded;
} // namespace cairn::config

namespace cairn::app {

// Runs the site until it is told to stop by SIGTERM or SIGINT. Returns the exit code.
int serve(const config::Loaded&);

} // namespace cairn::app
