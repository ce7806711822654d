#include "pages/diff/table_diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "git/objects/diff.hpp"
#include "pages/diff/table_rows.hpp"

namespace cairn::pages {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::optional<TableDiff> compared(std::string_view before, std::string_view after)
{
    TableTaker taker;
    taker.begin(before, after);
    const auto hunks = git::compare_texts(before, after, 0);
    for (const auto& hunk : *hunks)
        for (const auto& line : hunk.lines)
            if (!taker.line(line.origin, line.old_number, line.new_number, line.text)) break;
    taker.end();
    return taker.take();
}

// "=1:1" for a row that is the same, "~2:3" for one that has changed, "-4", "+5".
std::vector<std::string> rows(const std::optional<TableDiff>& diff)
{
    std::vector<std::string> found;
    for (const auto& row : diff->rows) {
        const auto before = row.rows.before ? std::to_string(*row.rows.before + 1) : "";
        const auto after = row.rows.after ? std::to_string(*row.rows.after + 1) : "";
        switch (row.change) {
        case RowChange::same: found.push_back("=" + before + ":" + after); break;
        case RowChange::changed: found.push_back("~" + before + ":" + after); break;
        case RowChange::added: found.push_back("+" + after); break;
        case RowChange::removed: found.push_back("-" + before); break;
        }
    }
    return found;
}

std::string written(const std::optional<TableDiff>& diff)
{
    std::string all;
    write_table(*diff, words::english(), [&](const DiffPiece& piece) {
        all += piece.html.text();
        return true;
    });
    return all;
}

TEST(TableDiff, PairsRowsByTheirLines)
{
    EXPECT_THAT(rows(compared("name,age\nada,1\nbob,2\n", "name,age\nada,1\nbob,3\n")),
                ElementsAre("=1:1", "=2:2", "~3:3"));
    EXPECT_THAT(rows(compared("n,a\nx,1\ny,2\n", "n,a\nnew,7\nx,1\n")), ElementsAre("=1:1", "+2", "=2:3", "-3"));
    EXPECT_THAT(rows(compared("", "a,b\nc,d\n")), ElementsAre("+1", "+2"));
    EXPECT_THAT(rows(compared("a,b\nc,d", "")), ElementsAre("-1", "-2"));
    // A line end that is missing is no value.
    EXPECT_THAT(rows(compared("a,b\nc,d", "a,b\nc,d\n")), ElementsAre("=1:1", "=2:2"));
}

TEST(TableDiff, PairsWhatIsMostAlike)
{
    EXPECT_THAT(rows(compared("n,a,b\nada,1,2\nbob,3,4\n", "n,a,b\nzoe,8,9\nada,1,5\n")),
                ElementsAre("=1:1", "+2", "~2:3", "-3"));
}

TEST(TableDiff, FollowsRowsOverSeveralLines)
{
    EXPECT_THAT(rows(compared("a,b\n\"1\n2\",x\nc,d\n", "a,b\n\"1\n3\",x\nc,d\n")),
                ElementsAre("=1:1", "~2:2", "=3:3"));
    // A quote in front makes other rows of the same lines.
    const auto torn = rows(compared("a,b\nc,d\ne,f\n", "\"\na,b\nc,d\ne,f\n"));
    EXPECT_THAT(torn, ElementsAre("-1", "-2", "-3", "+1"));
}

TEST(TableDiff, ReadsEachSideByItsOwnSeparator)
{
    const auto found = rows(compared("n,a\np,q;r\n", "n;a\np,q;r\n"));
    EXPECT_EQ(found.back(), "~2:2") << "the same line, and other values";
}

TEST(TableDiff, SeesColumnsThatCameAndWent)
{
    const auto came = compared("name,age\nada,1\nbob,2\n", "name,town,age\nada,Bonn,1\nbob,,2\n");
    EXPECT_THAT(came->columns, ElementsAre(Aligned{0, 0}, Aligned{{}, 1}, Aligned{1, 2}));
    EXPECT_THAT(rows(came), ElementsAre("~1:1", "~2:2", "=3:3"));
    EXPECT_THAT(written(came), HasSubstr("<td class=\"v add\">Bonn</td>"));
    const auto went = compared("name,town,age\nada,Bonn,1\n", "name,age\nada,1\n");
    EXPECT_THAT(went->columns, ElementsAre(Aligned{0, 0}, Aligned{1, {}}, Aligned{2, 1}));
    EXPECT_THAT(written(went), HasSubstr("<td class=\"v del\">Bonn</td>"));
    // As many as before: each is what it was.
    EXPECT_EQ(compared("a,b\n", "b,c\n")->columns.size(), 2U);
}

TEST(TableDiff, ShowsValuesThatHaveChangedAndEscapesThem)
{
    const auto all = written(compared("a,b\nx,<i>\n", "a,b\nx,\"</td><script>\"\n"));
    EXPECT_THAT(all,
                HasSubstr("<td class=\"v changed\"><del>&lt;i&gt;</del> <ins>&lt;/td&gt;&lt;script&gt;</ins></td>"));
    EXPECT_THAT(all, Not(HasSubstr("<script")));
    EXPECT_THAT(all, HasSubstr("<th class=\"v\">a</th>"));
}

TEST(TableDiff, LeavesOutRowsThatHaveNotChanged)
{
    std::string before = "head,x\n";
    for (int i = 0; i < 50; ++i) before += std::to_string(i) + ",y\n";
    auto after = before;
    after.replace(after.find("25,y"), 4, "25,z");
    const auto all = written(compared(before, after));
    EXPECT_THAT(all, HasSubstr("head"));
    EXPECT_THAT(all, HasSubstr("21 rows that have not changed"));
    EXPECT_THAT(all, Not(HasSubstr(">40<")));
    EXPECT_THAT(written(compared("a;b\n", "a,b\n")), HasSubstr("No value has changed."));
}

TEST(TableDiff, IsNothingForMoreThanAnybodyReads)
{
    std::string wide;
    for (int i = 0; i < 300; ++i) wide += "x,";
    EXPECT_FALSE(compared("a\n", wide + "\n"));
    std::string many = "a,b\n";
    for (int i = 0; i < 2'500; ++i) many += std::to_string(i) + ",z\n";
    EXPECT_FALSE(compared("a,b\n", many));
    EXPECT_TRUE(compared(many, many + "1,1\n"));
    EXPECT_FALSE(compared("a\n", std::string(600'000, 'x') + "\n"));
}

} // namespace

} // namespace cairn::pages
