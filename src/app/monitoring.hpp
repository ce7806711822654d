#pragma once

#include "api/operation.hpp"

namespace cairn::app {

extern const api::Table monitoring_table;

} // namespace cairn::app
