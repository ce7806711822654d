#pragma once

#include "api/operation.hpp"

namespace cairn::wiki {

extern const api::Table page_table;

} // namespace cairn::wiki
