// The operation tables of what is in repositories, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::contents {

extern const api::Table read_table;  // read.cpp
extern const api::Table write_table; // write.cpp

} // namespace cairn::contents
