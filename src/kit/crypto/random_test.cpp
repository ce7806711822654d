#include "crypto/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace cairn::crypto {
namespace {

using testing::MatchesRegex;

TEST(Random, FillsEveryByte)
{
    std::array<std::byte, 100> seen{};
    for (int round = 0; round < 20; ++round) { // a byte that stays zero for so long was not written to
        std::array<std::byte, 100> bytes{};
        fill_random(bytes);
        for (std::size_t i = 0; i < bytes.size(); ++i) seen[i] |= bytes[i];
    }
    EXPECT_THAT(seen, testing::Each(testing::Ne(std::byte{0})));
    fill_random({});
}

TEST(Random, FillsMoreThanTheSystemGivesAtOnce)
{
    const std::string bytes = random_bytes(40'000'000); // getrandom() stops at 32 MiB
    EXPECT_NE(bytes.substr(bytes.size() - 64), std::string(64, '\0'));
}

TEST(Random, TextsHaveTheirAlphabetAndLength)
{
    EXPECT_THAT(random_hex(20), MatchesRegex("[0-9a-f]{40}"));
    EXPECT_THAT(random_base64url(32), MatchesRegex("[-_A-Za-z0-9]{43}"));
    EXPECT_THAT(random_uuid(), MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    EXPECT_EQ(random_hex(0), "");
    EXPECT_EQ(random_password(0), "");
}

TEST(Random, IsNeverTheSame)
{
    std::set<std::string> uuids;
    for (int i = 0; i < 1000; ++i) uuids.insert(random_uuid());
    EXPECT_EQ(uuids.size(), 1000U);
}

TEST(RandomPassword, HasNoLettersThatLookAlike)
{
    const std::string password = random_password(10'000);
    EXPECT_EQ(password.size(), 10'000U);
    EXPECT_EQ(password.find_first_of("0O1Il"), std::string::npos);
}

TEST(RandomPassword, EveryLetterIsAsLikelyAsAnyOther)
{
    constexpr std::size_t letters = 57, each = 4000;
    std::map<char, std::size_t> counts;
    for (const char letter : random_password(letters * each)) ++counts[letter];
    ASSERT_EQ(counts.size(), letters);
    double chi_squared = 0;
    for (const auto& [letter, count] : counts) {
        const double off = static_cast<double>(count) - each;
        chi_squared += off * off / each;
    }
    EXPECT_LT(chi_squared, 140); // once in a hundred million runs by chance; a plain remainder gives thousands
}

} // namespace
} // namespace cairn::crypto
