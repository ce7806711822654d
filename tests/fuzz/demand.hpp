// What must hold whatever the input is: libFuzzer keeps the input where it does not.
#pragma once

#include <cstdlib>

namespace cairn::fuzz {

inline void demand(bool holds)
{
    if (!holds) std::abort();
}

} // namespace cairn::fuzz
