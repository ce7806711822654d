#pragma once

#include "api/operation.hpp"

namespace cairn::cron {

extern const api::Table cron_table;

} // namespace cairn::cron
