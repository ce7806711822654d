#include "contents/patch_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contents/mail_headers.hpp"
#include "git/objects/person_dates.hpp"

namespace cairn::contents {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::string difference = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n";
const std::string from_line = "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n";

std::string mail(const std::string& subject, const std::string& body = "",
                 const std::string& head = "From: Ada <ada@example.org>\nDate: Thu, 19 Nov 2026 03:40:00 +0100\n")
{
    return from_line + head + "Subject: " + subject + "\n\n" + body + "---\n a | 2 +-\n\n" + difference
        + "-- \n2.39.2\n\n";
}

TEST(PatchSeries, IsADifferenceAlone)
{
    const auto series = *read_series(difference);
    ASSERT_THAT(series.patches, SizeIs(1));
    EXPECT_FALSE(series.patches.front().author);
    EXPECT_EQ(series.patches.front().message, "");
    EXPECT_EQ(series.patches.front().text, difference);
    EXPECT_THAT(read_series("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n")->patches, SizeIs(1));
}

TEST(PatchSeries, IsMailsOneAfterTheOther)
{
    const auto series =
        *read_series(mail("[PATCH 1/2] Say two", "Because.\n\nFrom here on.\n") + mail("[PATCH 2/2] More"));
    ASSERT_THAT(series.patches, SizeIs(2));
    const auto& first = series.patches.front();
    EXPECT_EQ(first.author->name, "Ada");
    EXPECT_EQ(first.author->email, "ada@example.org");
    EXPECT_EQ(git::written_date(*first.author), "2026-11-19T03:40:00+01:00");
    EXPECT_EQ(first.message, "Say two\n\nBecause.\n\nFrom here on.");
    EXPECT_EQ(first.subject(), "Say two");
    EXPECT_THAT(first.text, StartsWith("---\n"));
    EXPECT_THAT(first.text, HasSubstr(difference));
    EXPECT_EQ(series.patches.back().message, "More");
}

TEST(PatchSeries, IsOneMailWithoutAMailbox)
{
    const auto whole = mail("[PATCH] Say two");
    EXPECT_THAT(read_series(whole.substr(from_line.size()))->patches.front().message, "Say two");
}

TEST(PatchSeries, TakesTheCoverLetterForThePullRequest)
{
    const std::string cover = from_line
        + "From: Ada <ada@example.org>\nSubject: [PATCH v2 0/1] All of it\n\nIn short.\n\nAda (2):\n  One\n  Two\n\n-- "
          "\n2.39\n\n";
    const auto series = *read_series(cover + mail("[PATCH v2 1/1] One"));
    EXPECT_EQ(series.title, "All of it");
    EXPECT_EQ(series.description, "In short.");
    EXPECT_THAT(series.patches, SizeIs(1));
    EXPECT_FALSE(read_series(cover));
}

TEST(PatchSeries, BelievesWhatIsSaidWithin)
{
    const auto series =
        *read_series(mail("Passed on", "From: Bob <bob@example.org>\nDate: 1 Feb 2020 10:00 +0000\n\nWords.\n"));
    const auto& patch = series.patches.front();
    EXPECT_EQ(patch.author->name, "Bob");
    EXPECT_EQ(git::written_date(*patch.author), "2020-02-01T10:00:00Z");
    EXPECT_EQ(patch.message, "Passed on\n\nWords.");
}

TEST(PatchSeries, UndoesWhatMailDoesToTexts)
{
    const auto head = std::string("From: =?UTF-8?q?J=C3=BCrgen_?=\n =?utf-8?B?R3LDvG4=?= <j@example.org>\n"
                                  "Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; "
                                  "charset=utf-8\n");
    const auto text = from_line + head + "Subject: [PATCH] =?iso-8859-1?Q?gr=FC=DFen?=\n\nGr=C3=BC=\n=C3=9Fe\n---\n"
        + "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x=3D1\n+x=3D2\n";
    const auto series = *read_series(text);
    const auto& patch = series.patches.front();
    EXPECT_EQ(patch.author->name, "Jürgen Grün");
    EXPECT_EQ(patch.message, "grüßen\n\nGrüße");
    EXPECT_THAT(patch.text, HasSubstr("+x=2\n"));
    // Lines that have got ends of their own on the way.
    auto sent = mail("[PATCH] Say two");
    for (std::size_t at = 0; (at = sent.find('\n', at)) != std::string::npos; at += 2) sent.replace(at, 1, "\r\n");
    EXPECT_THAT(read_series(sent)->patches.front().text, HasSubstr(difference));
}

TEST(PatchSeries, SaysWhichPatchIsNone)
{
    const auto broken =
        mail("[PATCH 1/2] One") + from_line + "From: Ada <ada@example.org>\nSubject: Words\n\nOnly words.\n";
    EXPECT_THAT(read_series(broken).error().message, StartsWith("patch 2: "));
    EXPECT_THAT(read_series(mail("One", "", "Date: now\n")).error().message, StartsWith("patch 1: "));
    const auto attached = mail("One", "", "From: a@b\nContent-Type: multipart/mixed; boundary=x\n");
    EXPECT_THAT(read_series(attached).error().message, HasSubstr("attachment"));
    for (const std::string nothing : {"", " \n", "words\n", "From: x\n"})
        EXPECT_EQ(read_series(nothing).error().code, Errc::unprocessable) << nothing;
    std::string many;
    for (std::size_t i = 0; i < most_patches + 2; ++i) many += mail("One");
    EXPECT_THAT(read_series(many).error().message, HasSubstr("more than 100"));
}

TEST(MailHeaders, ReadsAuthors)
{
    EXPECT_EQ(mail_author("\"Doe, \\\"J\\\"\" <j@x.org>")->name, "Doe, \"J\"");
    EXPECT_EQ(mail_author("j@x.org (Jane)")->name, "Jane");
    EXPECT_EQ(mail_author("j@x.org")->name, "j");
    EXPECT_FALSE(mail_author("Jane"));
    EXPECT_FALSE(mail_author(""));
}

TEST(MailHeaders, ReadsDates)
{
    const auto read = [](std::string_view date) {
        git::Person person;
        return read_mail_date(date, person) ? git::written_date(person) : std::string();
    };
    EXPECT_EQ(read("Thu, 5 Nov 2026 03:04:05 -0330"), "2026-11-05T03:04:05-03:30");
    EXPECT_EQ(read("5 Nov 2026 3:04 GMT"), "2026-11-05T03:04:00Z");
    for (const auto* none :
         {"", "yesterday", "31 Feb 2026 10:00:00 +0000", "1 Foo 2026 10:00:00 +0000", "1 Jan 2026 25:00:00 +0000"})
        EXPECT_EQ(read(none), "") << none;
}

TEST(MailHeaders, LeavesAloneWhatIsNoEncodedWord)
{
    EXPECT_EQ(mail_words("a =?b?= c"), "a =?b?= c");
    EXPECT_EQ(mail_words("=?utf-8?x?y?="), "=?utf-8?x?y?=");
    EXPECT_EQ(mail_words("=?utf-8?q?a?= b =?utf-8?q?c?= =?utf-8?q?d?="), "a b cd");
    EXPECT_EQ(mail_words("=?utf-8?q?=ff?="), "\xEF\xBF\xBD");
}

} // namespace

} // namespace cairn::contents
