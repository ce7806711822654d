// Pictures are decoded and drawn in codec processes.
#pragma once

#include "sandbox/codec.hpp"

namespace cairn::pictures {

extern const sandbox::Codec codec;

} // namespace cairn::pictures
