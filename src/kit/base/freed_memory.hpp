// Memory that was freed and is kept for whoever allocates next.
#pragma once

#include <malloc.h>

namespace cairn {

// Gives it back to the system: after something that took much more than what comes next will. Takes some milliseconds.
inline void give_back_freed_memory()
{
#if defined(__has_feature)
    // The sanitizer has an allocator of its own; that of the system was never set up, and falls over this.
    constexpr bool is_ours = !__has_feature(address_sanitizer);
#else
    constexpr bool is_ours = true;
#endif
    if constexpr (is_ours) malloc_trim(0);
}

} // namespace cairn
