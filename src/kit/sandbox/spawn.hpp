// Starting a program in a process that is held to limits and to what it may reach before its first instruction.
//
// The process shares this one's memory until its program begins, as with posix_spawn: nothing is copied, however much
// memory there is, and any thread may do it.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "sandbox/seccomp.hpp"

namespace cairn::sandbox {

struct Start {
    std::string program;                // a path
    std::vector<std::string> arguments; // its own name first
    std::vector<std::string> environment;
    int input = -1; // what becomes its descriptors 0, 1 and 2; it gets no others of ours
    int output = -1;
    int error = -1;
    std::vector<std::pair<__rlimit_resource, rlim_t>> limits{};
    int nice = 0;
    int ruleset = -1; // of Landlock; -1: none
    Filter filter{};
};

// A process in a group of its own, with no signal blocked, ignored or caught. Whoever calls has to wait for it. Throws
// std::system_error where it cannot be started, or cannot be held to what was said.
pid_t spawn(const Start&);

// The path of a program that PATH leads to, or of one that is a path already; empty where there is none.
std::string find_program(const std::string& name);

} // namespace cairn::sandbox
