#include "config/header_list.hpp"

#include <gtest/gtest.h>

namespace cairn::config {
namespace {

TEST(HeaderList, IsNamesAndValues)
{
    const auto read = parse_header_list("Authorization=Basic YTpi==, X-Scope = a%2Cb%20c ,");
    ASSERT_TRUE(read);
    const HeaderList expected{{"Authorization", "Basic YTpi=="}, {"X-Scope", "a,b c"}};
    EXPECT_EQ(*read, expected);
    EXPECT_TRUE(parse_header_list("")->empty());
}

TEST(HeaderList, ThatCouldNotBeSentIsNothing)
{
    for (const auto* bad : {"Authorization", "=x", "A B=x", "A=%0D%0AB: c", "A=%2", "A=%zz", "A=b,C", "A:=b"})
        EXPECT_FALSE(parse_header_list(bad)) << bad;
}

} // namespace
} // namespace cairn::config
