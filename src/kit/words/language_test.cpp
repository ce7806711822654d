#include "words/language.hpp"

#include <gtest/gtest.h>

#include "words/po_file.hpp"

namespace cairn::words {
namespace {

constexpr std::string_view sample = R"(# About the file
msgid ""
msgstr ""
"Language: de\n"
"X-Name: Deutsch\n"
"X-Thousands: .\n"
"X-Decimal: ,\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: some/file.cpp
msgid "Sign "
"in"
msgstr "Anmelden"

msgid "{count} branch"
msgid_plural "{count} branches"
msgstr[0] "{count} Zweig"
msgstr[1] "{count} Zweige"

msgid "Not done"
msgstr ""

#, fuzzy
msgid "Old"
msgstr "Geraten"

msgid "Say \"{name}\"\n"
msgstr "Sag \"{name}\"\n"
)";

TEST(PoFile, HasHeadersAndEntriesAndLeavesOutWhatIsGuessed)
{
    const auto file = parse_po(sample);
    EXPECT_EQ(file.header("X-Name"), "Deutsch");
    ASSERT_EQ(file.entries.size(), 4U);
    EXPECT_EQ(file.entries[0].id, "Sign in");
    EXPECT_EQ(file.entries[1].plural, "{count} branches");
    EXPECT_EQ(file.entries[1].texts.size(), 2U);
    EXPECT_EQ(file.entries[3].texts.front(), "Sag \"{name}\"\n");
}

TEST(PoFile, SaysInWhichLineItIsBroken)
{
    EXPECT_THROW(parse_po("msgid \"a\"\nmsgwhat \"b\"\n"), std::invalid_argument);
    EXPECT_THROW(parse_po("msgid a\n"), std::invalid_argument);
    EXPECT_THROW(parse_po("\"lonely\"\n"), std::invalid_argument);
    EXPECT_THROW(parse_po("msgid \"a\\\"\n"), std::invalid_argument);
}

TEST(Language, SaysWhatIsTranslatedAndEnglishForTheRest)
{
    const Language german("de", sample);
    EXPECT_EQ(german.text(Phrase("Sign in")), "Anmelden");
    EXPECT_EQ(german.text(Phrase("Not done")), "Not done");
    EXPECT_EQ(german.text(Phrase("Old")), "Old");
    EXPECT_EQ(german.say(Phrase("{count} branch", "{count} branches"), 1), "1 Zweig");
    EXPECT_EQ(german.say(Phrase("{count} branch", "{count} branches"), 1200), "1.200 Zweige");
    EXPECT_EQ(english().say(Phrase("{count} branch", "{count} branches"), 1200), "1,200 branches");
    EXPECT_EQ(german.say(Phrase("Hello {name} {other}"), {{"name", "{other}"}}), "Hello {other} {other}");
}

TEST(Language, HasOneFormForEachNumberOfTheRule)
{
    EXPECT_THROW(Language("de", "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=1; plural=n;\\n\"\n"),
                 std::invalid_argument);
    EXPECT_THROW(Language("xx", "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\n"), std::invalid_argument);
}

TEST(PluralRule, IsReadAsInC)
{
    const PluralRule polish("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);");
    EXPECT_EQ(polish.forms(), 3U);
    EXPECT_EQ(polish.form(1), 0U);
    EXPECT_EQ(polish.form(3), 1U);
    EXPECT_EQ(polish.form(13), 2U);
    EXPECT_EQ(polish.form(22), 1U);
    EXPECT_EQ(polish.form(-1), 0U);
    EXPECT_LT(polish.form(INT64_MAX), 3U);
    EXPECT_LT(polish.form(INT64_MIN), 3U);
    EXPECT_EQ(PluralRule("nplurals=1; plural=0;").form(5), 0U);
    for (const auto* wrong : {"", "nplurals=2", "nplurals=2; plural=n", "nplurals=2; plural=(n",
                              "nplurals=2; plural=n%0", "nplurals=99; plural=0", "nplurals=2; plural=0 0"})
        EXPECT_THROW(PluralRule{wrong}, std::invalid_argument) << wrong;
    EXPECT_THROW(PluralRule("nplurals=2; plural=" + std::string(5000, '(')), std::invalid_argument);
}

TEST(Language, TellsNumbersSizesAndTimes)
{
    const auto& en = english();
    EXPECT_EQ(en.number(0), "0");
    EXPECT_EQ(en.number(999), "999");
    EXPECT_EQ(en.number(1284), "1,284");
    EXPECT_EQ(en.number(-1234567), "-1,234,567");
    EXPECT_EQ(en.number(-123), "-123");
    EXPECT_EQ(en.bytes(0), "0 B");
    EXPECT_EQ(en.bytes(999), "999 B");
    EXPECT_EQ(en.bytes(8'400'000), "8.4 MB");
    EXPECT_EQ(en.bytes(999'999), "1.0 MB");
    EXPECT_EQ(Language("de", sample).bytes(8'400'000), "8,4 MB");
    EXPECT_EQ(en.moment({1794723240}), "15 Nov 2026, 06:14 UTC");
    EXPECT_EQ(en.moment({-1}), "31 Dec 1969, 23:59 UTC");
    const Time now{1'800'000'000};
    EXPECT_EQ(en.ago(now, now), "just now");
    EXPECT_EQ(en.ago({now.seconds - 60}, now), "1 minute ago");
    EXPECT_EQ(en.ago({now.seconds - 7200}, now), "2 hours ago");
    EXPECT_EQ(en.ago({now.seconds - 86400}, now), "yesterday");
    EXPECT_EQ(en.ago({now.seconds - 5 * 86400}, now), "5 days ago");
    EXPECT_EQ(en.ago({now.seconds + 2 * 86400}, now), "in 2 days");
    EXPECT_EQ(en.ago({now.seconds - 800 * 86400LL}, now), "2 years ago");
}

TEST(ChooseLanguage, TakesTheAccountsThenTheBrowsersThenTheSites)
{
    const std::vector<std::string> both{"en-US", "de-DE"};
    const std::vector<std::string> german{"de"};
    EXPECT_EQ(choose_language(both, "de-DE", "en").code(), "de");
    EXPECT_EQ(choose_language(both, "", "fr, de;q=0.8, en;q=0.7").code(), "de");
    EXPECT_EQ(choose_language(both, "", "de;q=0.2, en-GB;q=0.9").code(), "en");
    EXPECT_EQ(choose_language(both, "", "de;q=0, tlh").code(), "en");
    EXPECT_EQ(choose_language(both, "fr", "").code(), "en");
    EXPECT_EQ(choose_language(german, "", "en").code(), "de");
    EXPECT_EQ(choose_language({}, "", "").code(), "en");
    EXPECT_EQ(choose_language({}, "", std::string(100000, ',')).code(), "en");
}

} // namespace
} // namespace cairn::words
