#include "contents/edited_file.hpp"

#include <gtest/gtest.h>

namespace cairn::contents {

namespace {

TEST(LineEnds, AreThoseThatTheFileHad)
{
    // A browser sends each line with both.
    EXPECT_EQ(with_line_ends_of("a\nb\n", "a\r\nx\r\nb\r\n"), "a\nx\nb\n");
    EXPECT_EQ(with_line_ends_of("a\r\nb\r\n", "a\r\nx\r\nb\r\n"), "a\r\nx\r\nb\r\n");
    EXPECT_EQ(with_line_ends_of("a\r\nb\r\n", "a\nx\nb\n"), "a\r\nx\r\nb\r\n");
    EXPECT_EQ(with_line_ends_of("a\rb\r", "a\r\nc\r\n"), "a\rc\r");
    EXPECT_EQ(with_line_ends_of("", "a\r\nb"), "a\nb");
}

TEST(LineEnds, OfLinesThatStayAreNotTouchedWhereTheyAreMixed)
{
    EXPECT_EQ(with_line_ends_of("1\r\n2\n3\n4\r\n", "1\r\n2\r\n3\r\n4\r\n"), "1\r\n2\n3\n4\r\n");
    EXPECT_EQ(with_line_ends_of("1\r\n2\n3\n4\r\n", "1\r\nnew\r\n2\r\n3\r\n4\r\n"), "1\r\nnew\n2\n3\n4\r\n");
    EXPECT_EQ(with_line_ends_of("1\r\n2\n3\n4\r\n", "1\r\n4\r\n"), "1\r\n4\r\n");
}

TEST(LineEnds, AMissingLastOneStaysMissing)
{
    EXPECT_EQ(with_line_ends_of("a\nb", "a\r\nb"), "a\nb");
    EXPECT_EQ(with_line_ends_of("a\nb", "a\r\nb\r\n"), "a\nb\n");
    EXPECT_EQ(with_line_ends_of("a\nb\n", "a\r\nb"), "a\nb");
    EXPECT_EQ(with_line_ends_of("a\n", ""), "");
    EXPECT_EQ(with_line_ends_of("a", "a\r\nb"), "a\nb");
}

} // namespace

} // namespace cairn::contents
