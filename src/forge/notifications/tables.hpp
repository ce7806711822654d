// The operation tables of notifications, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::notifications {

extern const api::Table notification_table; // threads.cpp

} // namespace cairn::notifications
