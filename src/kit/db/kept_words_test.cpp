#include "db/kept_words.hpp"

#include <gtest/gtest.h>

namespace cairn::db {
namespace {

Words words(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

std::string found(KeptWords& kept, const Worded& wanted)
{
    const auto one = kept.find(std::span(&wanted, 1)).front();
    return one ? *one : "nothing";
}

TEST(KeptWords, AreThereForTheVersionsThatTheyWereMadeFrom)
{
    KeptWords kept;
    kept.keep({.id = 7, .versions = {1, 5}}, words("seven"));
    EXPECT_EQ(found(kept, {.id = 7, .versions = {1, 5}}), "seven");
    EXPECT_EQ(found(kept, {.id = 7, .versions = {2, 5}}), "nothing");
    EXPECT_EQ(found(kept, {.id = 7, .versions = {1, 6}}), "nothing");
    EXPECT_EQ(found(kept, {.id = 8, .versions = {1, 5}}), "nothing");
    kept.keep({.id = 7, .versions = {2, 5}}, words("seven again"));
    EXPECT_EQ(found(kept, {.id = 7, .versions = {2, 5}}), "seven again");
}

TEST(KeptWords, AreOthersForOtherRights)
{
    KeptWords kept;
    kept.keep({.id = 7, .rights = 15}, words("all"));
    kept.keep({.id = 7, .rights = 0}, words("little"));
    EXPECT_EQ(found(kept, {.id = 7, .rights = 15}), "all");
    EXPECT_EQ(found(kept, {.id = 7, .rights = 0}), "little");
    EXPECT_EQ(found(kept, {.id = 7, .rights = 1}), "nothing");
    EXPECT_EQ(found(kept, {.id = 8, .rights = 15}), "nothing");
}

TEST(KeptWords, StayWhileTheyAreAskedForAndGoOtherwise)
{
    KeptWords kept;
    kept.keep({.id = 1}, words("asked for"));
    kept.keep({.id = 2}, words("forgotten"));
    for (std::int64_t id = 10; id < 40; ++id) {
        kept.keep({.id = id}, words(std::string(1 << 20, 'x')));
        ASSERT_EQ(found(kept, {.id = 1}), "asked for");
    }
    EXPECT_EQ(found(kept, {.id = 2}), "nothing");
    EXPECT_EQ(found(kept, {.id = 10}), "nothing");
    EXPECT_NE(found(kept, {.id = 39}), "nothing");
}

TEST(KeptWords, ComeInTheOrderThatWasAskedForWithoutThoseThatAreGone)
{
    const std::vector<Worded> worded{{.id = 2}, {.id = 5}, {.id = 9}};
    const std::vector<Words> held{words("two"), nullptr, words("nine")};
    const std::vector<std::int64_t> ids{9, 5, 7, 2};
    const auto written = words_of<std::string>(ids, worded, held);
    ASSERT_EQ(written.size(), 2U);
    EXPECT_EQ(written[0].text, "nine");
    EXPECT_EQ(written[1].text, "two");
}

} // namespace
} // namespace cairn::db
