#include "pages/diff/notebook_diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string cell(std::string_view source, std::string_view id = "", std::string_view outputs = "")
{
    return R"({"cell_type":"code","id":")" + std::string(id) + R"(","source":")" + std::string(source)
        + R"(","outputs":[)" + std::string(outputs) + "]}";
}

std::string notebook(const std::vector<std::string>& cells)
{
    std::string all;
    for (const auto& one : cells) all += (all.empty() ? "" : ",") + one;
    return R"({"metadata":{"language_info":{"name":"julia"}},"cells":[)" + all + "]}";
}

std::string written(const NotebookDiff& diff)
{
    std::string all;
    write_notebook(diff, words::english(), [&](const DiffPiece& piece) {
        all += piece.html.text();
        return true;
    });
    return all;
}

constexpr std::string_view picture = R"({"output_type":"display_data","data":{"image/png":"AAAA","text/html":"<b>"}})";
constexpr std::string_view printed = R"({"output_type":"stream","name":"stdout","text":["out\n"]})";

TEST(NotebookDiff, PairsCells)
{
    const auto before = notebook({cell("a = 1"), cell("b = 2\\nsame"), cell("gone()")});
    const auto after = notebook({cell("new()"), cell("a = 1"), cell("b = 3\\nsame")});
    EXPECT_THAT(compare_notebooks(before, after)->cells,
                ElementsAre(Aligned{{}, 0}, Aligned{0, 1}, Aligned{1, 2}, Aligned{2, {}}));
    // One id is one cell, whatever it says.
    const auto other = compare_notebooks(notebook({cell("a = 1", "x")}), notebook({cell("words()", "x")}));
    EXPECT_THAT(other->cells, ElementsAre(Aligned{0, 0}));
    EXPECT_THAT(compare_notebooks("", after)->cells.size(), 3U);
    EXPECT_FALSE(compare_notebooks(before, "{}"));
    EXPECT_FALSE(compare_notebooks("[1", after));
}

TEST(NotebookDiff, ShowsLinesAndEscapesThem)
{
    const auto all = written(*compare_notebooks(notebook({cell("if a < 1:\\n  <i>"), cell("kept")}),
                                                notebook({cell("if a < 2:\\n  <i>"), cell("kept")})));
    EXPECT_THAT(all, HasSubstr("if a &lt; <del>1</del>:"));
    EXPECT_THAT(all, HasSubstr("if a &lt; <ins>2</ins>:"));
    EXPECT_THAT(all, HasSubstr("&lt;i&gt;"));
    EXPECT_THAT(all, HasSubstr("data-language=\"julia\""));
    EXPECT_THAT(all, HasSubstr("1 cell that has not changed"));
    EXPECT_THAT(all, Not(HasSubstr("kept")));
}

TEST(NotebookDiff, NamesOutputsAndShowsNone)
{
    const auto all =
        written(*compare_notebooks(notebook({cell("x", "", printed)}), notebook({cell("x", "", picture)})));
    EXPECT_THAT(all, HasSubstr("<td class=\"o del\">Output: stdout</td>"));
    EXPECT_THAT(all, HasSubstr("<td class=\"o add\">Output: image/png, text/html</td>"));
    EXPECT_THAT(all, Not(HasSubstr("AAAA")));
    EXPECT_THAT(all, Not(HasSubstr("<b>")));
    const auto same = notebook({cell("x", "", printed)});
    EXPECT_THAT(written(*compare_notebooks(same, same + "\n")), HasSubstr("No cell has changed"));
}

TEST(NotebookDiff, TellsWhatCameAndWent)
{
    const auto all = written(*compare_notebooks(notebook({cell("same"), cell("went")}), notebook({cell("same")})));
    EXPECT_THAT(all, HasSubstr("Cell 2, code <span class=\"tag bad\">Removed</span>"));
    EXPECT_THAT(all, HasSubstr("<td class=\"c del\">went</td>"));
}

} // namespace

} // namespace cairn::pages
