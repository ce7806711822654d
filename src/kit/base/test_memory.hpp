// For tests: how much memory the process has of its own. What is mapped from files does not count: it is the system's
// cache, which comes and goes as the system likes.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>

namespace cairn::test {

// RssAnon of /proc/self/status.
inline std::size_t own_bytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::stoul(line.substr(8)) * 1024;
    return 0;
}

} // namespace cairn::test
