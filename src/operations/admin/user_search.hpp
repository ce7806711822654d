#pragma once

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table user_search_table;

} // namespace cairn::admin
