#pragma once

#include <span>

#include "upkeep/task.hpp"

namespace cairn::app {

// Every task of upkeep, in the order in which they are listed.
std::span<const upkeep::Task> upkeep_tasks();

} // namespace cairn::app
