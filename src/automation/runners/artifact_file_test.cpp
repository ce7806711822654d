#include "runners/artifact_file.hpp"

#include <gtest/gtest.h>

namespace cairn::runners {

TEST(ContentRange, SaysWhichBytesOfHowMany)
{
    const auto range = read_content_range("bytes 10-19/30");
    ASSERT_TRUE(range);
    EXPECT_EQ(range->first, 10);
    EXPECT_EQ(range->count, 10);
    EXPECT_EQ(range->total, 30);
    ASSERT_TRUE(read_content_range("Bytes 0-0/1"));
}

TEST(ContentRange, OfAnEmptyFileIsWhatClientsMakeOfIt)
{
    const auto range = read_content_range("bytes 0--1/0");
    ASSERT_TRUE(range);
    EXPECT_EQ(range->count, 0);
    EXPECT_EQ(range->total, 0);
}

TEST(ContentRange, ThatMakesNoSenseIsNone)
{
    for (const auto* text : {"", "bytes", "bytes ", "0-1/2", "bytes 1-0/2", "bytes 0-2/2", "bytes 0-1/*", "bytes -1/2",
                             "bytes 0-1", "bytes /1-2", "bytes 0-1/2/3", "bytes 0-1/99999999999999999999",
                             "bytes -9223372036854775808-9223372036854775807/9223372036854775807"})
        EXPECT_FALSE(read_content_range(text)) << text;
    const auto widest = read_content_range("bytes 0-9223372036854775806/9223372036854775807");
    ASSERT_TRUE(widest);
    EXPECT_EQ(widest->count, widest->total) << "nothing overflows";
}

TEST(ItemPath, IsBelowTheArtifact)
{
    EXPECT_EQ(read_item_path("out/a b.txt", "out"), "a b.txt");
    EXPECT_EQ(read_item_path("out\\sub\\a", "out"), "sub/a");
    EXPECT_EQ(read_item_path("out/.../..a", "out"), ".../..a");
    for (const auto* text : {"", "out", "out/", "outer/a", "Out/a", "out/../a", "out/a/..", "out/./a", "out//a",
                             "out\\..\\a", "out/a\x7f", "out/a\tb", "out/\xff"})
        EXPECT_FALSE(read_item_path(text, "out")) << text;
}

} // namespace cairn::runners
