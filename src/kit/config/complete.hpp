// What follows from what was set: paths made absolute, addresses made whole, settings checked against each other.
#pragma once

#include "config/load.hpp"

namespace cairn::config {

void complete(Loaded&, LoadErrors&);

} // namespace cairn::config
