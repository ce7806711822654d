#include "db/copied_rows.hpp"

#include <gtest/gtest.h>

#include "db/database.hpp"

namespace cairn::db {
namespace {

std::string written(std::string_view text)
{
    std::string line;
    append_copied_text(line, text);
    return line;
}

TEST(CopiedRowsTest, WhatWouldEndALineOrAColumnIsWrittenOtherwise)
{
    EXPECT_EQ(written("plain, Wörter"), "plain, Wörter");
    EXPECT_EQ(written("a\tb\nc\rd\\e"), R"(a\tb\nc\rd\\e)");
    EXPECT_EQ(written("\b\f\v"), R"(\b\f\v)");
    EXPECT_EQ(written(R"(\N)"), R"(\\N)");
}

TEST(CopiedRowsTest, ARowComesBackAsItWas)
{
    for (const std::string text : {"", "plain", "\\N", "\\", "a\tb", "line\nline\r\n", "\b\f\v\\t"}) {
        auto line = written(text) + '\t';
        append_copied_null(line);
        line += "\t7";
        const auto row = read_copied_row(line);
        ASSERT_EQ(row.size(), 3U);
        EXPECT_EQ(row[0], text);
        EXPECT_EQ(row[1], std::nullopt);
        EXPECT_EQ(row[2], "7");
    }
}

TEST(CopiedRowsTest, WhatNobodyHasWrittenIsRefused)
{
    EXPECT_THROW(read_copied_row(R"(a\x)"), DatabaseError);
    EXPECT_THROW(read_copied_row(R"(a\)"), DatabaseError);
}

TEST(CopiedRowsTest, ANameMayHoldAQuote) { EXPECT_EQ(quoted_name(R"(a"b)"), R"("a""b")"); }

} // namespace
} // namespace cairn::db
