#include "issues/query/issue_query.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cairn::issues {
namespace {

std::string again(std::string_view line) { return IssueQuery::read(line).line(); }

QueryTerm only(std::string_view line)
{
    const auto query = IssueQuery::read(line);
    EXPECT_EQ(query.terms.size(), 1U) << line;
    return query.terms.empty() ? QueryTerm() : query.terms.front();
}

TEST(IssueQuery, EveryWordIsReadAndWrittenAsItWas)
{
    for (const std::string_view line : {"",
                                        "is:open",
                                        "is:closed",
                                        "is:merged",
                                        "is:draft",
                                        "is:pinned",
                                        "is:issue",
                                        "is:pull",
                                        "-is:draft",
                                        "is:open,closed",
                                        "label:bug",
                                        "-label:docs",
                                        "label:none",
                                        "label:a,b",
                                        "label:\"good first issue\",b",
                                        "milestone:\"0.9 beta\"",
                                        "milestone:0.9",
                                        "-milestone:none",
                                        "project:Road",
                                        "project:none",
                                        "author:ada",
                                        "author:me",
                                        "-author:ada,bob",
                                        "assignee:none",
                                        "assignee:me",
                                        "assignee:x",
                                        "mentions:me",
                                        "review:none",
                                        "review:required",
                                        "review:approved",
                                        "review:changes",
                                        "review:mine",
                                        "reviewed-by:me",
                                        "depends:open",
                                        "-depends:open",
                                        "due:<2026-12-01",
                                        "due:none",
                                        "due:2026-12-01",
                                        "due:2026-11-01..2026-12-01",
                                        "created:>2026-01-02",
                                        "created:>=2026-01-02",
                                        "updated:<=2026-01-02",
                                        "comments:>5",
                                        "comments:0",
                                        "comments:2..9",
                                        "repo:ada/tool",
                                        "sort:updated",
                                        "sort:created",
                                        "sort:comments",
                                        "sort:due",
                                        "sort:reactions",
                                        "sort:created-asc",
                                        "sort:due-desc",
                                        "#231",
                                        "-#7",
                                        "words of a title",
                                        "\"two words\"",
                                        "is:open label:bug author:ada -label:docs crash \"in the log\" sort:updated"}) {
        EXPECT_EQ(again(line), line);
        for (const auto& term : IssueQuery::read(line).terms) EXPECT_NE(term.word, QueryWord::unknown) << line;
    }
}

TEST(IssueQuery, WritesOneThingInOneWay)
{
    EXPECT_EQ(again("  IS:Open\tLabel:\"bug\"  "), "is:open label:bug");
    EXPECT_EQ(again("sort:updated-desc"), "sort:updated");
    EXPECT_EQ(again("sort:due-asc"), "sort:due");
    EXPECT_EQ(again("author:ME"), "author:me");
    EXPECT_EQ(again("\"crash\""), "crash");
    EXPECT_EQ(again("cra\"sh in\""), "\"crash in\"");
    EXPECT_EQ(again("#0231"), "#231");
    EXPECT_EQ(again("label:\"open at the end"), "label:\"open at the end\"");
}

TEST(IssueQuery, QuotedNamesHaveNoMeaningOfTheirOwn)
{
    EXPECT_TRUE(only("label:none").has("none"));
    EXPECT_FALSE(only("label:\"none\"").has("none"));
    EXPECT_EQ(again("label:\"none\""), "label:\"none\"");
    EXPECT_EQ(again("assignee:\"me\""), "assignee:\"me\"");
    EXPECT_EQ(written_as(literal_term(QueryWord::label, "None")), "label:\"None\"");
    EXPECT_EQ(written_as(literal_term(QueryWord::label, "a, \"b\" \\c")), "label:\"a, \\\"b\\\" \\\\c\"");
    EXPECT_EQ(only("label:\"a, \\\"b\\\" \\\\c\"").values.front().text, "a, \"b\" \\c");
    EXPECT_EQ(only("is:\"open\"").word, QueryWord::unknown);
}

TEST(IssueQuery, ListsArePartedByCommasOutsideOfQuotationMarks)
{
    const auto term = only("label:a,\"b,c\",d");
    ASSERT_EQ(term.values.size(), 3U);
    EXPECT_EQ(term.values[1].text, "b,c");
    EXPECT_EQ(only("label:a,,b").fault, QueryFault::value);
    EXPECT_EQ(only("label:,").fault, QueryFault::value);
}

TEST(IssueQuery, ComparesDaysAndNumbers)
{
    EXPECT_EQ(only("due:<2026-12-01").comparison, Comparison::less);
    EXPECT_EQ(only("due:<=2026-12-01").comparison, Comparison::at_most);
    EXPECT_EQ(only("comments:>5").comparison, Comparison::more);
    EXPECT_EQ(only("comments:>=5").comparison, Comparison::at_least);
    EXPECT_EQ(only("comments:5").comparison, Comparison::equal);
    EXPECT_EQ(only("created:2026-01-01..2026-02-01").values.back().text, "2026-02-01");
    for (const auto* bad : {"due:soon", "due:2026-02-30", "due:<", "due:2026-1-1", "created:none", "comments:many",
                            "comments:-1", "comments:>", "comments:99999999999", "due:2026-01-01.."})
        EXPECT_EQ(only(bad).fault, QueryFault::value) << bad;
}

TEST(IssueQuery, KeepsWhatItDoesNotUnderstandAndUsesTheRest)
{
    const auto query = IssueQuery::read("is:open colour:red is:ajar sort:luck -sort:created label: crash");
    EXPECT_EQ(query.line(), "is:open colour:red is:ajar sort:luck -sort:created label: crash");
    ASSERT_EQ(query.terms.size(), 7U);
    EXPECT_EQ(query.terms[1].fault, QueryFault::word);
    for (const std::size_t i : {2U, 3U, 4U, 5U}) EXPECT_EQ(query.terms[i].fault, QueryFault::value);
    EXPECT_EQ(query.terms[6].word, QueryWord::text);
    EXPECT_EQ(again("colour:\"deep red"), "colour:\"deep red\"");
}

TEST(IssueQuery, TakesWordsWithColonsAndSignsForWords)
{
    for (const auto* line : {"std::string", "https://example.org/a?b=c", "note:", "C:\\temp", "-Wall", "--flag", "#",
                             "#x", "a:b", "12:30", "Error:x", "-", "a,b", "231"})
        EXPECT_EQ(only(line).word, QueryWord::text) << line;
    EXPECT_EQ(only("\"label:bug\"").word, QueryWord::text);
    EXPECT_EQ(again("\"label:bug\""), "\"label:bug\"");
    EXPECT_EQ(again("\"#231\""), "\"#231\"");
}

TEST(IssueQuery, HasBounds)
{
    std::string many;
    for (int i = 0; i < 60; ++i) many += "word ";
    const auto query = IssueQuery::read(many);
    EXPECT_EQ(query.terms.size(), 60U);
    EXPECT_EQ(query.terms[IssueQuery::most_terms - 1].word, QueryWord::text);
    EXPECT_EQ(query.terms[IssueQuery::most_terms].fault, QueryFault::many);
    std::string list = "label:a";
    for (int i = 0; i < 30; ++i) list += ",b";
    EXPECT_EQ(only(list).fault, QueryFault::many);
    const auto longer = IssueQuery::read(std::string(IssueQuery::longest_line - 1, 'x') + "ä");
    EXPECT_TRUE(longer.cut);
    EXPECT_EQ(longer.line().size(), IssueQuery::longest_line - 1) << "cut between characters";
    EXPECT_EQ(only(std::string("a\0b", 3)).fault, QueryFault::value);
    EXPECT_EQ(only("label:\xff").fault, QueryFault::value);
}

TEST(IssueQuery, MenusChangeOneThing)
{
    const auto query = IssueQuery::read("is:open label:bug author:ada crash sort:updated");
    EXPECT_EQ(query.with_state("closed").line(), "is:closed label:bug author:ada crash sort:updated");
    EXPECT_EQ(query.with_state("").line(), "label:bug author:ada crash sort:updated");
    EXPECT_EQ(query.state(), "open");
    EXPECT_EQ(IssueQuery::read("is:open is:closed").state(), "");
    EXPECT_EQ(IssueQuery::read("-is:open is:draft").state(), "");
    EXPECT_EQ(query.toggled(literal_term(QueryWord::label, "bug")).line(), "is:open author:ada crash sort:updated");
    EXPECT_EQ(query.toggled(literal_term(QueryWord::label, "a b")).line(),
              "is:open label:bug author:ada crash label:\"a b\" sort:updated");
    EXPECT_EQ(query.replaced(term_of(QueryWord::author, "me")).line(),
              "is:open label:bug author:me crash sort:updated");
    EXPECT_EQ(query.replaced(term_of(QueryWord::sort, "due")).line(), "is:open label:bug author:ada crash sort:due");
    EXPECT_EQ(IssueQuery::read("author:a x author:b").replaced(term_of(QueryWord::author, "c")).line(), "author:c x");
    EXPECT_EQ(query.without(QueryWord::author).line(), "is:open label:bug crash sort:updated");
    EXPECT_TRUE(query.has(literal_term(QueryWord::label, "bug")));
}

TEST(IssueQuery, TheOrderIsTheLastThatWasAskedFor)
{
    EXPECT_EQ(order_of(IssueQuery()).by, QueryOrder::By::created);
    EXPECT_FALSE(order_of(IssueQuery()).reversed);
    EXPECT_EQ(order_of(IssueQuery::read("sort:due sort:comments")).by, QueryOrder::By::comments);
    EXPECT_TRUE(order_of(IssueQuery::read("sort:updated-asc")).reversed);
    EXPECT_FALSE(order_of(IssueQuery::read("sort:due-asc")).reversed);
    EXPECT_TRUE(order_of(IssueQuery::read("sort:due-desc")).reversed);
}

// Whatever stands in a line, what is written of it is read as the same.
TEST(IssueQuery, ReadsWhatItHasWritten)
{
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same lines each time
    static constexpr std::string_view pieces[] = {
        "is:",   "open",    "label:", "\"", "\\",   ",",       " ",          "-",  "#",
        "12",    ":",       "none",   "me", "due:", "<",       "2026-01-01", "..", "x",
        "sort:", "updated", "-asc",   "ä",  "/",    "author:", "foo:",       "\t", "comments:"};
    for (int i = 0; i < 20'000; ++i) {
        std::string line;
        for (auto n = random() % 12; n > 0; --n) line += pieces[random() % std::size(pieces)];
        const auto query = IssueQuery::read(line);
        const auto second = IssueQuery::read(query.line());
        ASSERT_EQ(query.terms, second.terms) << line << " -> " << query.line();
        ASSERT_EQ(query.line(), second.line()) << line;
    }
}

} // namespace
} // namespace cairn::issues
