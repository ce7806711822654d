// `cairn config show`: the settings that hold, with those of the database where that can be asked.
#pragma once

namespace cairn::config {
struct Loaded;
} // namespace cairn::config

namespace cairn::app {

// Returns the exit code. As root it leaves a database that is a file alone: what SQLite makes beside it would be
// root's, and the site could not write to it any more.
int show_config(const config::Loaded&, bool root_may_open);

} // namespace cairn::app
