// seccomp: which system calls a process can make, and those that it starts.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <span>

namespace cairn::sandbox {

// Programs for the kernel, in which each call is looked up. They are made once and live as long as the program; empty
// where nobody has written down the numbers of the machine's calls.
using Filter = std::span<const sock_filter>;

// For a process that has its input and its output, and computes: reading, writing, memory, and its end. Files are told
// not to be there, all else kills it.
Filter filter_of_codecs();

// For git and what it starts: nothing of what only administrators and debuggers do, no namespaces, and no sockets
// unless it speaks to servers elsewhere. What is refused is told to be not allowed.
Filter filter_of_programs(bool network);

bool kernel_has_seccomp();

// This process, and what it starts, is held to the filter from now on. Only makes system calls, so that it can be
// called between the making of a process and its program. False if the kernel does not want to.
bool install(Filter) noexcept;

} // namespace cairn::sandbox
