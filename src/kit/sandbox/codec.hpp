// What a codec process does: one pure piece of work, bytes in and bytes out.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::sandbox {

struct Codec {
    std::string_view name;
    // Before the codec process closes: whatever work() needs of files is opened here.
    void (*prepare)();
    // Errors are about what was given, and have words for whoever gave it. What is thrown ends the codec process, and
    // is an error as well. A codec process does what one session asks for in order and may remember it in static
    // variables; when there are no processes, several threads call it at once.
    Result<std::string> (*work)(std::string_view request);
    std::uint64_t memory;                // bytes
    std::chrono::milliseconds time;      // for each request
    std::uint32_t largest_answer;        // bytes
    unsigned most;                       // codec processes at once
    std::string_view what = "the input"; // that is given to it, for messages
};

} // namespace cairn::sandbox
