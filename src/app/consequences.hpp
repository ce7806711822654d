// Who listens to what happens: the one list of consequences that cross from a room to those above it.
#pragma once

#include "events/events.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::app {

events::Bus consequences(const config::Settings&);

} // namespace cairn::app
