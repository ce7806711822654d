#pragma once

#include "api/operation.hpp"

namespace cairn::upkeep {

extern const api::Table cron_table;

} // namespace cairn::upkeep
