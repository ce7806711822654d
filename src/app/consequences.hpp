// Who listens to what happens: the one list of consequences that cross from a room to those above it.
#pragma once

#include "events/events.hpp"
#include "repositories/references/bookkeeper.hpp"

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

// Who is woken when there is work to do. Console commands have none of them: those of the running server find what was
// written for them.
struct Background {
    notifications::Herald* herald = nullptr;
    webhooks::Courier* courier = nullptr;
    repositories::Bookkeeper* bookkeeper = nullptr;
};
// What a task of a workflow does starts no workflow: that could go on forever.
enum class Cause : std::uint8_t { anybody, task };
events::Bus consequences(const config::Settings&, const Background& = {}, Cause = Cause::anybody);

// What follows in the background.
std::span<const repositories::Bookkeeper::Chore> chores();

// What waits for servers elsewhere.
std::span<const remotes::Errands::Errand> errands();

} // namespace cairn::app
