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
namespace cairn::webhooks {
class Courier;
} // namespace cairn::webhooks

namespace cairn::app {

// Console commands have no herald and no courier: those of the running server find what was written for them.
events::Bus consequences(const config::Settings&, notifications::Herald* = nullptr, webhooks::Courier* = nullptr);

// What follows in the background.
std::span<const repositories::Bookkeeper::Chore> chores();

} // namespace cairn::app
