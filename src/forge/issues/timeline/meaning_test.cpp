#include "issues/timeline/meaning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::issues {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view site = "https://git.example.com/";

std::vector<std::int64_t> numbers(std::string_view text)
{
    std::vector<std::int64_t> found;
    for (const auto& reference : read_meaning(text, site).references) found.push_back(reference.number);
    return found;
}

RefAction action(std::string_view text)
{
    const auto found = read_meaning(text, site, Form::plain).references;
    return found.empty() ? RefAction::neutered : found.front().action;
}

TEST(Meaning, AReferenceStandsBetweenBlanksBracketsQuotesOrBeforePunctuation)
{
    for (const auto* text :
         {"#7", "see #7", "(#7)", "[#7]", "\"#7\"", "#7.", "#7, and", "!7 too", "is it #7?", "a\n#7\nb"})
        EXPECT_THAT(numbers(text), ElementsAre(7)) << text;
    for (const auto* text : {"x#7", "#7x", "#7.5", "#", "#0", "a/#7", "/b#7", "a/b/c#7", "#99999999999999999999"})
        EXPECT_THAT(numbers(text), IsEmpty()) << text;
}

TEST(Meaning, OtherRepositoriesAreNamedByOwnerAndNameOrByAddress)
{
    const Reference other{.owner = "ann", .repo = "tools", .number = 3};
    EXPECT_THAT(read_meaning("ann/tools#3", site).references, ElementsAre(other));
    EXPECT_THAT(read_meaning("see ann/tools!3.", site).references, ElementsAre(other));
    EXPECT_THAT(read_meaning("https://git.example.com/ann/tools/issues/3", site).references, ElementsAre(other));
    EXPECT_THAT(read_meaning("(https://git.example.com/ann/tools/pulls/3)", site).references, ElementsAre(other));
    EXPECT_THAT(read_meaning("https://elsewhere.example.com/ann/tools/issues/3", site).references, IsEmpty());
    EXPECT_THAT(read_meaning("https://git.example.com/ann/tools/wiki/3", site).references, IsEmpty());
    EXPECT_THAT(read_meaning("https://git.example.com/ann", site).references, IsEmpty());
}

TEST(Meaning, CodeMeansNothing)
{
    EXPECT_THAT(numbers("`#1` and ``#2``"), IsEmpty());
    EXPECT_THAT(numbers("```\n#1\n@ann\n```\n"), IsEmpty());
    EXPECT_THAT(numbers("    #1 indented\n"), IsEmpty());
    EXPECT_THAT(numbers("`x` but #3"), ElementsAre(3));
    EXPECT_THAT(read_meaning("`@ann` @bob", site).mentions, ElementsAre("bob"));
}

TEST(Meaning, ATargetCountsOnceWithTheFirstActionThatIsAskedFor)
{
    const auto found = read_meaning("see #1, fixes #1, reopens #1 and #2", site, Form::plain).references;
    EXPECT_THAT(found, ElementsAre(Reference{.number = 1, .action = RefAction::closes}, Reference{.number = 2}));
}

TEST(Meaning, WordsBeforeAReferenceAskForAnAction)
{
    for (const auto* text :
         {"close #1", "Closes #1", "CLOSED: #1", "fix #1", "it fixes #1", "(resolves #1)", "Resolved ann/x#1"})
        EXPECT_EQ(action(text), RefAction::closes) << text;
    for (const auto* text : {"reopen #1", "Reopens: #1", "reopened #1"})
        EXPECT_EQ(action(text), RefAction::reopens) << text;
    for (const auto* text : {"#1", "encloses #1", "close, #1", "closes the #1", "fixes\\#1 #1"})
        EXPECT_EQ(action(text), RefAction::none) << text;
}

TEST(Meaning, PeopleAndTeamsAreMentionedInLowerCaseOnce)
{
    EXPECT_THAT(read_meaning("@Ann, @ann and @Org/Team: hello@example.com @", site).mentions,
                ElementsAre("ann", "org/team"));
    EXPECT_THAT(read_meaning("(@ann.b-c_)", site).mentions, ElementsAre("ann.b-c"));
}

TEST(Meaning, AMentionStandsBetweenBlanksOrBracketsOrBeforePunctuation)
{
    for (const auto* text : {"@ann", "a @ann b", "(@ann)", "[@ann]", "@ann's idea", "@ann.", "@ann, and",
                             "is it @ann?!", "a\n@ann\nb", "**@ann**"})
        EXPECT_THAT(read_meaning(text, site).mentions, ElementsAre("ann")) << text;
    for (const auto* text : {"http://h/@ann", "x/@ann", "a,@ann", "'@ann'", "\"@ann\"", "{@ann}", "cc:@ann", "@ann,x",
                             "@ann$", "@ann+1", "@ann@example.com", "@ann/b/c", "@ann\""})
        EXPECT_THAT(read_meaning(text, site).mentions, IsEmpty()) << text;
}

TEST(Meaning, ATextOfManyReferencesHasALimit)
{
    std::string text;
    for (int i = 1; i < 5000; ++i) text += "#" + std::to_string(i) + " ";
    EXPECT_EQ(read_meaning(text, site).references.size(), 100U);
}

} // namespace
} // namespace cairn::issues
