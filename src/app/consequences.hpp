// Who listens to what happens: the one list of consequences that cross from a room to those above it.
#pragma once

#include "events/events.hpp"

namespace cairn::app {

events::Bus consequences();

} // namespace cairn::app
