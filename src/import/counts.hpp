// The numbers that our rows keep so that no list counts, for what was moved.
#pragma once

#include "import/kind.hpp"

namespace cairn::import {

void count_anew(const Move&);

} // namespace cairn::import
