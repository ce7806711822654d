#include "pages/diff/changed_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts(std::string_view line, const std::vector<WordSpan>& spans)
{
    std::vector<std::string> found;
    for (const auto& span : spans) found.emplace_back(line.substr(span.begin, span.end - span.begin));
    return found;
}

TEST(ChangedWords, MarksWordsAndNotLetters)
{
    const std::string before = "while held + line.len() > limit {";
    const std::string after = "while held + need > limit {";
    const auto words = changed_words(before, after);
    EXPECT_THAT(texts(before, words.before), ElementsAre("line.len()"));
    EXPECT_THAT(texts(after, words.after), ElementsAre("need"));
}

TEST(ChangedWords, FindsWhatIsTheSameBetweenChanges)
{
    const std::string before = "call(first, second, third)";
    const std::string after = "call(one, second, three)";
    const auto words = changed_words(before, after);
    EXPECT_THAT(texts(before, words.before), ElementsAre("first", "third"));
    EXPECT_THAT(texts(after, words.after), ElementsAre("one", "three"));
}

TEST(ChangedWords, LeavesAloneWhatIsAltogetherAnother)
{
    EXPECT_THAT(changed_words("return nothing at all;", "for (auto x : y) {").before, IsEmpty());
    EXPECT_THAT(changed_words("a", "b").after, IsEmpty());
    EXPECT_THAT(changed_words("", "text").after, IsEmpty());
    EXPECT_THAT(changed_words("    ", "\t").after, IsEmpty());
}

TEST(ChangedWords, MarksWhiteSpace)
{
    const auto words = changed_words("one  two", "one two ");
    EXPECT_THAT(words.before, ElementsAre(WordSpan{3, 5}));
    EXPECT_THAT(words.after, ElementsAre(WordSpan{3, 4}, WordSpan{7, 8}));
}

TEST(ChangedWords, CutsNoCharacter)
{
    const std::string before = "Grüße an alle";
    const std::string after = "Grüßen an alle";
    const auto words = changed_words(before, after);
    EXPECT_THAT(texts(before, words.before), ElementsAre("Grüße"));
    EXPECT_THAT(texts(after, words.after), ElementsAre("Grüßen"));
}

TEST(ChangedWords, DoesNotWorkOnLongLines)
{
    const std::string line(5'000, 'x');
    EXPECT_THAT(changed_words(line + " a", line + " b").before, IsEmpty());
    std::string many;
    for (int i = 0; i < 900; ++i) many += ";,";
    EXPECT_THAT(changed_words("a" + many, many + "b").before.size(), testing::Le(1'800U));
}

} // namespace

} // namespace cairn::pages
