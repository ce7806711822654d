#include "pages/actions/log_rows.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

std::string rows_of(std::initializer_list<std::string_view> lines,
                    LogRows::Options options = {.step = "1", .part = "/p"})
{
    LogRows rows(std::move(options), words::english());
    std::int64_t number = 0;
    for (const auto line : lines) rows.add(++number, line);
    rows.end();
    return rows.take().text();
}

TEST(LogRows, ARowHasATimeAndAText)
{
    const auto line = read_log_line("2026-01-02T10:20:30.1234567Z hello");
    EXPECT_EQ(line.time, "10:20:30");
    EXPECT_EQ(line.text, "hello");
    EXPECT_EQ(read_log_line("hello").text, "hello");
    EXPECT_EQ(read_log_line("").text, "");
}

TEST(LogRows, MarksAreRead)
{
    EXPECT_EQ(read_mark("##[group]Fetch").mark, LogMark::group);
    EXPECT_EQ(read_mark("::group::Fetch").text, "Fetch");
    EXPECT_EQ(read_mark("::endgroup::").mark, LogMark::end_group);
    EXPECT_EQ(read_mark("::error file=a.js,line=1::no").text, "no");
    EXPECT_EQ(read_mark("[command]git").mark, LogMark::command);
    for (const std::string_view plain : {"::", "::nothing::x", "##[", "##[other]x", "a::error::b", ""})
        EXPECT_EQ(read_mark(plain).mark, LogMark::none) << plain;
}

TEST(LogRows, AGroupIsAFoldAndAlwaysClosed)
{
    const auto html = rows_of({"::group::a", "b", "::group::c", "d"});
    EXPECT_EQ(html.find("<details>"), html.find("<details"));
    const auto count = [&](std::string_view what) {
        std::size_t found = 0;
        for (auto at = html.find(what); at != html.npos; at = html.find(what, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count("<details>"), 2U);
    EXPECT_EQ(count("</details>"), 2U);
    EXPECT_EQ(count("<li"), count("</li>"));
    EXPECT_EQ(count("<ol>"), count("</ol>"));
}

TEST(LogRows, EverythingIsEscaped)
{
    const auto html = rows_of({"<script>\"&'"});
    EXPECT_NE(html.find("&lt;script&gt;"), html.npos);
    EXPECT_EQ(html.find("<script"), html.npos);
}

TEST(LogRows, ALongLineIsCutBetweenLettersWithALink)
{
    std::string line;
    for (int i = 0; i < 3000; ++i) line += "ä";
    const auto html = rows_of({"x" + line});
    EXPECT_NE(html.find("/p?from=1&amp;to=1"), html.npos);
    EXPECT_EQ(html.find("\xC3<"), html.npos);
    EXPECT_EQ(rows_of({"x" + line}, {.step = "1", .whole = true}).find("from="), html.npos);
}

} // namespace

} // namespace cairn::pages
