#include "app/memory_of_start.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace cairn::app {
namespace {

// What is in memory of programs and libraries, in KiB.
long mapped_from_files()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssFile:")) return std::stol(line.substr(8));
    return 0;
}

TEST(MemoryOfStart, IsGivenBackAndTheProgramGoesOn)
{
    const long before = mapped_from_files();
    give_back_memory_of_start();
    const long after = mapped_from_files(); // the code that tells it is back by now
    EXPECT_GT(before, 0);
    EXPECT_LT(after, before);
    EXPECT_EQ(std::to_string(before + after), std::to_string(after + before));
    EXPECT_THROW(std::stol("nothing"), std::invalid_argument); // what unwinds a stack was let go as well
}

} // namespace
} // namespace cairn::app
