// Who listens to what happens: the one list of consequences that cross from a room to those above it.
#pragma once

#include "events/events.hpp"
#include "repositories/bookkeeper.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::notifications {
class Herald;
} // namespace cairn::notifications

namespace cairn::app {

// Console commands have no herald, and no bookkeeper.
events::Bus consequences(const config::Settings&, notifications::Herald* = nullptr,
                         repositories::Bookkeeper* = nullptr);

// What follows in the background.
std::span<const repositories::Bookkeeper::Chore> chores();

// What waits for servers elsewhere.
std::span<const remotes::Errands::Errand> errands();

} // namespace cairn::app
