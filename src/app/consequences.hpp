// Who listens to what happens: the one list of consequences that cross from a room to those above it.
#pragma once

#include "events/events.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::notifications {
class Herald;
} // namespace cairn::notifications

namespace cairn::app {

// Console commands have no herald.
events::Bus consequences(const config::Settings&, notifications::Herald* = nullptr);

} // namespace cairn::app
