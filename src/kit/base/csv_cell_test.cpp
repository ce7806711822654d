#include "base/csv_cell.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

TEST(CsvCell, QuotesOnlyWhatNeedsThem)
{
    const std::vector<std::string> cells{"ann", "a,b", "say \"no\"", "two\nlines", ""};
    EXPECT_EQ(csv_line(cells), "ann,\"a,b\",\"say \"\"no\"\"\",\"two\nlines\",\r\n");
}

TEST(CsvCell, NothingIsAFormula)
{
    for (const auto* text : {"=1+1", "+1", "-1", "@x", "\tx"}) {
        std::string out;
        put_csv_cell(out, text);
        EXPECT_EQ(out, "\"'" + std::string(text) + "\"");
    }
}

} // namespace cairn
