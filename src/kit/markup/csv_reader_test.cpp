#include "markup/csv_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::markup {

namespace {

using testing::ElementsAre;

TEST(CsvReader, TakesTheSeparatorOfTheFirstLine)
{
    EXPECT_THAT(CsvReader("a;b,c;d\n").row().cells, ElementsAre("a", "b,c", "d"));
    EXPECT_THAT(CsvReader("a\tb").row().cells, ElementsAre("a", "b"));
    EXPECT_THAT(CsvReader("\"a\"\"b\",,c").row().cells, ElementsAre("a\"b", "", "c"));
}

TEST(CsvReader, KnowsTheLinesOfARow)
{
    CsvReader reader("a,b\r\n\"one\ntwo\",x\n\nlast");
    EXPECT_THAT(reader.row().cells, ElementsAre("a", "b"));
    const auto long_one = reader.row();
    EXPECT_THAT(long_one.cells, ElementsAre("one\ntwo", "x"));
    EXPECT_EQ(long_one.first_line, 2);
    EXPECT_EQ(long_one.last_line, 3);
    EXPECT_THAT(reader.row().cells, ElementsAre(""));
    const auto last = reader.row();
    EXPECT_EQ(last.first_line, 5);
    EXPECT_EQ(last.last_line, 5);
    EXPECT_TRUE(reader.at_end());
}

TEST(CsvReader, TakesAQuoteThatNobodyClosesToTheEnd)
{
    CsvReader reader("a,\"b\nc");
    const auto row = reader.row();
    EXPECT_THAT(row.cells, ElementsAre("a", "b\nc"));
    EXPECT_EQ(row.last_line, 2);
    EXPECT_TRUE(reader.at_end());
}

} // namespace

} // namespace cairn::markup
