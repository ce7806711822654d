// Finding a file by some letters of its path.
#include "contents/paths.hpp"

#include <gtest/gtest.h>

namespace cairn::contents {
namespace {

using Found = std::vector<std::string>;

TEST(Paths, BestComesFirst)
{
    const Found all{"a/domain.c", "docs/main/x.txt", "src/main.c", "src/main.cpp", "main", "s/m/a/i/n"};
    EXPECT_EQ(best_paths(all, "MAIN", 9),
              (Found{"main", "src/main.c", "src/main.cpp", "a/domain.c", "docs/main/x.txt", "s/m/a/i/n"}));
    EXPECT_EQ(best_paths(all, "main", 2), (Found{"main", "src/main.c"}));
    EXPECT_EQ(best_paths(all, "src mcp", 9), (Found{"src/main.cpp"}));
}

TEST(Paths, WithoutWordsTheFirstOnes)
{
    EXPECT_EQ(best_paths({"a", "b", "c"}, " ", 2), (Found{"a", "b"}));
    EXPECT_EQ(best_paths({}, "", 2), Found{});
    EXPECT_EQ(best_paths({"a"}, "b", 2), Found{});
}

} // namespace
} // namespace cairn::contents
