// The operation tables of mirrors, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::mirrors {

extern const api::Table pull_mirror_table; // pull_mirrors.cpp
extern const api::Table push_mirror_table; // push_mirrors.cpp

} // namespace cairn::mirrors
