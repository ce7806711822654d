// Texts that are small, and would take many seconds: each is answered, or refused, at once.
#include <gtest/gtest.h>

#include <array>
#include <ctime>

#include "markup/nesting.hpp"
#include "markup/prose.hpp"
#include "markup/render.hpp"
#include "markup/yaml.hpp"

namespace cairn::markup {
namespace {

// Four times what is allowed, and a fraction of what these texts took.
constexpr double most_seconds = 2;

template <class Function> double cpu_seconds(const Function& function)
{
    const auto used = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    };
    const auto before = used();
    function();
    return used() - before;
}

std::string repeated(std::string_view part, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += part;
    return all;
}

std::string rendered(std::string_view text)
{
    return render_markdown(text, Mode::file, read_link_context("http://host/", "/ada/engine")).value_or("refused");
}

TEST(Limits, OfTimeHoldForAllMarkdown)
{
    constexpr std::size_t many = 60'000;
    const auto texts = std::to_array<std::pair<const char*, std::string>>({
        {"blank lines in lists", repeated("- ", many) + "x" + repeated("\n", many)},
        {"blank lines in lists, as of old", repeated("- ", 900) + "x" + repeated("\r", 400'000)},
        {"blank lines in footnotes", repeated("[^a]: ", 30'000) + "x" + repeated("\n", many)},
        {"emphasis in quotations", repeated(">", many) + repeated("a*", many)},
        {"a wide table", repeated("|a", many) + "|\n" + repeated("|-", many) + "|\n"},
        {"a long row", "x|\n-|\n" + repeated("a|", 200'000)},
        {"instructions", repeated("a<?", 170'000)},
        {"declarations", repeated("a<!A ", 100'000)},
        {"tildes that do not fit", repeated("~a ", 70'000) + repeated("b~~ ", 70'000)},
        {"links and emphasis", repeated("*a* `b` [c](d) ", 34'000)},
        {"an address in many places", "[a]: " + std::string(5000, 'b') + "\n\n" + repeated("[a]", 100'000)},
        {"a formula far to the right", "a\n" + std::string(200'000, ' ') + "$$\n" + repeated("\n", 200'000) + "$$"},
    });
    for (const auto& [name, text] : texts) {
        EXPECT_LT(cpu_seconds([&] { rendered(text); }), most_seconds) << name;
        EXPECT_LT(cpu_seconds([&] { prose_of(text); }), most_seconds) << name;
    }
}

TEST(Limits, LetHonestTextsThrough)
{
    EXPECT_EQ(rendered("a\n\n" + std::string(5000, '-')), "<p>a</p>\n<hr>\n");
    EXPECT_EQ(rendered(repeated("- ", 5000)), "<hr>\n");
    EXPECT_EQ(rendered("> " + repeated("* ", 5000)), "<blockquote><hr></blockquote>\n");
    EXPECT_TRUE(rendered(repeated("> ", 100) + "x").contains("x"));
    EXPECT_TRUE(rendered(repeated("- ", 100) + "x").contains("x"));
    EXPECT_TRUE(rendered(repeated("- a\n", 50'000)).contains("<li>a</li>"));
}

TEST(Limits, ATextThatIsTooMuchHasNoProse)
{
    EXPECT_EQ(prose_of(repeated("- ", 10'000) + "@joe" + repeated("\n", 10'000)), "");
}

TEST(Nesting, CountsWhatALineBegins)
{
    EXPECT_EQ(containers_begun_by(""), 0U);
    EXPECT_EQ(containers_begun_by("word - > 1."), 0U);
    EXPECT_EQ(containers_begun_by("> >>  - * + 1. 23) x"), 8U);
    EXPECT_EQ(containers_begun_by("[^a]: [^b]: - x"), 3U);
    EXPECT_EQ(containers_begun_by("-"), 1U);
    EXPECT_EQ(containers_begun_by("- -"), 2U);
    EXPECT_EQ(containers_begun_by("- - -\r"), 0U);
    EXPECT_EQ(containers_begun_by("> ***"), 1U);
    EXPECT_EQ(containers_begun_by("+ + +"), 3U);
    EXPECT_EQ(containers_begun_by("-x"), 0U);
}

TEST(Limits, OfTimeHoldForAllYaml)
{
    for (const char* part : {"[", "{", "- ", "? ", "a: {b: ", "[? ", "{? ", "&a ", "!", "- &a b\n", "[a: "}) {
        const auto text = repeated(part, 200'000 / std::string_view(part).size());
        EXPECT_LT(cpu_seconds([&] { read_yaml(text); }), most_seconds) << part;
        const auto file = "---\nk: " + text.substr(0, 60'000) + "\n---\nx";
        EXPECT_LT(cpu_seconds([&] { rendered(file); }), most_seconds) << part;
    }
}

TEST(Limits, OfYamlSayWhatIsTooMuch)
{
    EXPECT_EQ(parse_yaml("a:\n  " + repeated("[", 20) + repeated("]", 20)).error().message,
              "line 2: the values are nested too deeply");
    EXPECT_EQ(parse_yaml(repeated("- a\n", 20'000)).error().message, "line 10000: there are too many values");
    EXPECT_TRUE(read_yaml(repeated("[", 16) + "a" + repeated("]", 16)));
    EXPECT_FALSE(read_yaml(repeated("[", 17) + "a" + repeated("]", 17)));
    EXPECT_TRUE(read_yaml(repeated("- a\n", 4'999)));
    const auto aliases = "- &a " + std::string(100'000, 'a') + "\n" + repeated("- *a\n", 10);
    EXPECT_EQ(parse_yaml(aliases).error().message, "line 1: there is too much text");
    EXPECT_EQ(parse_yaml("- &a " + std::string(900, 'a') + "\n" + repeated("- ? *a\n  : x\n", 2'000)).error().message,
              "line 1: there is too much text");
    EXPECT_TRUE(read_yaml("- &a " + std::string(100'000, 'a') + "\n- *a\n- *a\n"));
    EXPECT_TRUE(read_yaml("- " + std::string(250'000, 'a')));
}

} // namespace
} // namespace cairn::markup
