#pragma once

#include <span>

#include "cron/task.hpp"

namespace cairn::app {

// Every task of upkeep, in the order in which they are listed.
std::span<const cron::Task> upkeep_tasks();

} // namespace cairn::app
