#include "code_search/query.hpp"

#include <gtest/gtest.h>

#include "code_search/found_lines.hpp"
#include "code_search/trigrams.hpp"

namespace cairn::code_search {
namespace {

Query parsed(std::string_view text)
{
    auto query = parse_query(text);
    EXPECT_TRUE(query) << text;
    return query.value_or(Query{});
}

TEST(Queries, AreWordsPhrasesExpressionsAndFilters)
{
    const auto query = parsed(R"(  one "two \"three" /fo+\/o/ path:src/ Lang:Go -repo:ann/tea case:yes other:x -1 )");
    EXPECT_EQ(query.terms, (std::vector<Term>{{"one"}, {"two \"three"}, {"fo+/o", true}, {"other:x"}, {"-1"}}));
    EXPECT_EQ(query.paths, (std::vector<Filter>{{"src/"}}));
    EXPECT_EQ(query.languages, (std::vector<Filter>{{"Go"}}));
    EXPECT_EQ(query.repositories, (std::vector<Filter>{{"ann/tea", true}}));
    EXPECT_TRUE(query.exact_case);
    EXPECT_EQ(parsed("path:\"a b\"").paths, (std::vector<Filter>{{"a b"}}));
    EXPECT_TRUE(parsed("path: \"\"").is_empty());
}

TEST(Queries, TakeAPathForAWord)
{
    EXPECT_EQ(parsed("/usr/bin").terms, (std::vector<Term>{{"/usr/bin"}}));
    EXPECT_EQ(parsed("//").terms, (std::vector<Term>{{"//"}}));
    EXPECT_EQ(parsed("/").terms, (std::vector<Term>{{"/"}}));
    EXPECT_EQ(parsed("/a b/").terms, (std::vector<Term>{{"a b", true}}));
}

TEST(Queries, AreRefusedWithWords)
{
    for (const auto* text : {"/(/", "repo:ann", "repo:/x", "\xff"}) {
        const auto query = parse_query(text);
        ASSERT_FALSE(query) << text;
        EXPECT_EQ(query.error().code, Errc::unprocessable);
        EXPECT_FALSE(query.error().message.empty());
    }
    EXPECT_FALSE(parse_query(std::string(1001, 'x')));
    std::string many;
    for (int i = 0; i < 21; ++i) many += "w" + std::to_string(i) + " ";
    EXPECT_FALSE(parse_query(many));
}

TEST(Expressions, TellWhatMustBeThere)
{
    using Texts = std::vector<std::string>;
    EXPECT_EQ(required_texts("hello.*world"), (Texts{"hello", "world"}));
    EXPECT_EQ(required_texts("colou?r"), (Texts{"colo", "r"}));
    EXPECT_EQ(required_texts(R"(a\.b\s+int\(x\))"), (Texts{"a.b", "int(x)"}));
    EXPECT_EQ(required_texts("ab{2,3}c"), (Texts{"a", "c"}));
    EXPECT_EQ(required_texts("foo(bar|baz)?quux"), (Texts{"foo", "quux"}));
    EXPECT_EQ(required_texts("^[a-z]+_init$"), (Texts{"_init"}));
}

TEST(Expressions, TellNothingRatherThanTooMuch)
{
    for (const auto* expression : {"one|two", "(?x) a b c", "(?i-x:abc)", "\\x41bcd", "\\Qa.b\\E", "foo(*ACCEPT)bar",
                                   "[[:alpha:]]abc", "abc\\1", "(abc", "[abc"})
        EXPECT_TRUE(required_texts(expression).empty()) << expression;
}

TEST(Pieces, AreWrittenAsTheEngineWantsThem)
{
    EXPECT_EQ(indexed_pieces(parsed("Foo_b"), Engine::sqlite), R"("foo" AND "oo_" AND "o_b")");
    EXPECT_EQ(indexed_pieces(parsed("Foo_b"), Engine::postgres), R"({"foo","oo ","  b"})");
    EXPECT_EQ(indexed_pieces(parsed(R"("a\"b")"), Engine::sqlite), R"("a""b")");
    EXPECT_EQ(indexed_pieces(parsed("ab"), Engine::sqlite), "");
    EXPECT_EQ(indexed_pieces(parsed("\xc3\xa4\xc3\xb6\xc3\xbc"), Engine::sqlite), "\"\xc3\xa4\xc3\xb6\xc3\xbc\"");
    // Whether it is a letter is for the locale to say.
    EXPECT_EQ(indexed_pieces(parsed("na\xc3\xafve"), Engine::postgres), "");
    EXPECT_EQ(indexed_pieces(parsed("/get.*Name/"), Engine::postgres), R"({"get","nam","ame"})");
}

FoundLines found(std::string_view query, std::string_view text)
{
    bool gave_up = false;
    const auto searcher = Searcher::of(parsed(query));
    auto lines = searcher->find(text, gave_up);
    EXPECT_TRUE(lines);
    EXPECT_FALSE(gave_up);
    return lines.value_or(FoundLines{});
}

std::string numbered(int lines)
{
    std::string text;
    for (int i = 1; i <= lines; ++i) text += "line " + std::to_string(i) + ";\n";
    return text;
}

TEST(FoundLines, HaveThreeLinesAroundThem)
{
    const auto lines = found("\"line 10;\"", numbered(20));
    ASSERT_EQ(lines.fragments.size(), 1U);
    const auto& fragment = lines.fragments[0].lines;
    ASSERT_EQ(fragment.size(), 7U);
    EXPECT_EQ(fragment.front().number, 7);
    EXPECT_EQ(fragment.back().number, 13);
    EXPECT_EQ(fragment[3].text, "line 10;");
    ASSERT_EQ(fragment[3].ranges.size(), 1U);
    EXPECT_EQ(fragment[3].ranges[0].begin, 0);
    EXPECT_EQ(fragment[3].ranges[0].length, 8);
    EXPECT_TRUE(fragment[2].ranges.empty());
    EXPECT_EQ(lines.lines, 1);
}

TEST(FoundLines, AreOneFragmentWhereTheyTouch)
{
    const auto lines = found("/line (1|8|17);/", numbered(20));
    ASSERT_EQ(lines.fragments.size(), 2U);
    EXPECT_EQ(lines.fragments[0].lines.size(), 11U);
    EXPECT_EQ(lines.fragments[1].lines.front().number, 14);
    EXPECT_EQ(lines.fragments[1].lines.back().number, 20);
    EXPECT_EQ(lines.lines, 3);
}

TEST(FoundLines, AreCountedBeyondWhatIsShown)
{
    const auto lines = found("LINE", numbered(400));
    EXPECT_EQ(lines.lines, 400);
    ASSERT_EQ(lines.fragments.size(), 1U);
    EXPECT_EQ(lines.fragments[0].lines.size(), Searcher::most_shown + Searcher::lines_around);
}

TEST(FoundLines, OfALongLineShowThePlace)
{
    const auto text = std::string(5000, 'x') + "\xc3\xa4needle" + std::string(5000, 'y') + "\r\nend";
    const auto lines = found("needle", text);
    const auto& line = lines.fragments.at(0).lines.at(0);
    EXPECT_LE(line.text.size(), Searcher::longest_line + 4);
    EXPECT_TRUE(line.begins_before);
    EXPECT_TRUE(line.goes_on);
    ASSERT_EQ(line.ranges.size(), 1U);
    EXPECT_EQ(line.text.substr(static_cast<std::size_t>(line.ranges[0].begin), 6), "needle");
    EXPECT_EQ(lines.fragments[0].lines.at(1).text, "end");
}

TEST(FoundLines, NeedEveryTerm)
{
    bool gave_up = false;
    EXPECT_FALSE(Searcher::of(parsed("one two"))->find("one\n", gave_up));
    EXPECT_TRUE(Searcher::of(parsed("one two"))->find("two\none\n", gave_up));
    EXPECT_FALSE(Searcher::of(parsed("one case:yes"))->find("One", gave_up));
    EXPECT_TRUE(Searcher::of(parsed("\xc3\x84pfel"))->find("die \xc3\xa4PFEL", gave_up));
    // What is empty, or spans lines, leads nowhere else.
    EXPECT_FALSE(Searcher::of(parsed("/x*/"))->find("aaa", gave_up));
    EXPECT_EQ(found("/a\\nb/", "a\nb\n").lines, 1);
    EXPECT_EQ(found("/\\n/", "a\nb\n").lines, 0);
    EXPECT_FALSE(gave_up);
}

TEST(FoundLines, GiveUpOnExpressionsThatNeverEnd)
{
    bool gave_up = false;
    EXPECT_FALSE(Searcher::of(parsed("/(a+)+$/"))->find(std::string(60, 'a') + "!", gave_up));
    EXPECT_TRUE(gave_up);
}

} // namespace
} // namespace cairn::code_search
