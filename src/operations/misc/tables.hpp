#pragma once

#include "api/operation.hpp"

namespace cairn::misc {

extern const api::Table setting_table;
extern const api::Table markup_table;
extern const api::Table repository_markup_table;
extern const api::Table template_table;

} // namespace cairn::misc
