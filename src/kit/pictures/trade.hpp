// Pictures are decoded and drawn in cells.
#pragma once

#include "sandbox/trade.hpp"

namespace cairn::pictures {

extern const sandbox::Trade trade;

} // namespace cairn::pictures
