#include "issues/task_count.hpp"

#include <gtest/gtest.h>

namespace cairn::issues {
namespace {

std::pair<std::int64_t, std::int64_t> tasks(std::string_view text)
{
    const auto count = count_tasks(text);
    return {count.done, count.all};
}

using Pair = std::pair<std::int64_t, std::int64_t>;

TEST(TaskCount, CountsBoxesOfLists)
{
    EXPECT_EQ(tasks(""), Pair(0, 0));
    EXPECT_EQ(tasks("- [ ] a\n- [x] b\n* [X] c\r\n+ [ ] d\n1. [x] e\n2) [ ] f"), Pair(3, 6));
    EXPECT_EQ(tasks("  - [ ] inside\n> - [x] quoted\n"), Pair(1, 2));
}

TEST(TaskCount, PassesOverWhatIsNone)
{
    for (const auto* text : {"[ ] no list", "-[ ] no blank", "- [ ]", "- []", "- [y] z", "- [x](link)", "1 [ ] a", "- ",
                             "[", "12345678901. [ ] a"})
        EXPECT_EQ(tasks(text), Pair(0, 0)) << text;
    EXPECT_EQ(tasks("```\n- [ ] code\n```\n- [x] real\n~~~~\n- [ ] code\n~~~\n- [ ] still\n~~~~"), Pair(1, 1));
}

} // namespace
} // namespace cairn::issues
