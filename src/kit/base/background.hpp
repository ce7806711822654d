// Threads whose work takes long, or is waited for by nobody.
#pragma once

#include <sys/resource.h>

namespace cairn {

// The calling thread, and the processes that it starts, leave the processor to those who have a short answer to give.
// There is no way back.
inline void work_in_background()
{
    constexpr int nice = 10;
    setpriority(PRIO_PROCESS, 0, nice); // on Linux, the thread's alone
}

} // namespace cairn
