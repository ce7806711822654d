// The operation tables of repositories, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::repositories {

extern const api::Table repository_table;

} // namespace cairn::repositories
