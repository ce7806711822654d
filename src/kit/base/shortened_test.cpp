#include "base/shortened.hpp"

#include <gtest/gtest.h>

namespace cairn {
namespace {

TEST(Shortened, WhatFitsStaysAndTheRestEndsInAnEllipsisBetweenLetters)
{
    EXPECT_EQ(shortened("abcdef", 6), "abcdef");
    EXPECT_EQ(shortened("abcdefg", 6), "abc…");
    EXPECT_EQ(shortened("aääää", 8), "aää…");
    EXPECT_EQ(shortened("", 6), "");
}

} // namespace
} // namespace cairn
