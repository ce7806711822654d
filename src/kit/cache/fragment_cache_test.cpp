#include "cache/fragment_cache.hpp"

#include <gtest/gtest.h>

#include "cache/by_versions.hpp"
#include "cache/verify.hpp"
#include "db/test_engines.hpp"

namespace cairn::cache {
namespace {

using db::EngineTest;

enum class Right : std::uint8_t { reads, writes, count };

Fragment fragment(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

class FragmentCacheTest : public EngineTest {
protected:
    // What is shown of one key, whose row says `text` now.
    std::string shown(const VersionedKey& key, const std::string& text, db::Queries& from)
    {
        const auto make = [&](std::span<const std::size_t> wanted, std::span<Fragment> into) {
            for (const auto i : wanted) into[i] = fragment(text);
        };
        const auto again = [&] { return std::vector{key}; };
        return *fragments(from, std::span(&key, 1), make, again).front();
    }
    std::string shown(const VersionedKey& key, const std::string& text) { return shown(key, text, db()); }
};

INSTANTIATE_TEST_SUITE_P(Engines, FragmentCacheTest, db::both_engines(), db::engine_name);

TEST_P(FragmentCacheTest, GivesWhatWasMadeFromTheSameVersions)
{
    EXPECT_EQ(shown({.key = {.id = 7}, .versions = {1, 5}}, "seven"), "seven");
    EXPECT_EQ(shown({.key = {.id = 7}, .versions = {1, 5}}, "not asked for"), "seven");
    EXPECT_EQ(shown({.key = {.id = 7}, .versions = {1, 6}}, "its owner"), "its owner");
    EXPECT_EQ(shown({.key = {.id = 7}, .versions = {2, 6}}, "itself"), "itself");
    EXPECT_EQ(shown({.key = {.id = 8}, .versions = {2, 6}}, "eight"), "eight");
}

TEST_P(FragmentCacheTest, IsAnotherForOtherRightsAndKinds)
{
    const RightSet all = RightSet().set(Right::reads, true).set(Right::writes, true);
    const RightSet little = RightSet().set(Right::reads, true).set(Right::writes, false);
    EXPECT_EQ(shown({.key = {.id = 7, .rights = all}}, "all"), "all");
    EXPECT_EQ(shown({.key = {.id = 7, .rights = little}}, "little"), "little");
    EXPECT_EQ(shown({.key = {.id = 7, .kind = FragmentKind::repository, .rights = all}}, "another"), "another");
    EXPECT_EQ(shown({.key = {.id = 7, .rights = all}}, "nobody asks"), "all");
}

TEST_P(FragmentCacheTest, KeepsNothingThatMoreRowsHaveAPartIn)
{
    EXPECT_EQ(shown({.key = {.id = 7}, .kept = false}, "first"), "first");
    EXPECT_EQ(shown({.key = {.id = 7}, .kept = false}, "second"), "second");
}

// The versions of a transaction that is undone are given to another one.
TEST_P(FragmentCacheTest, KeepsNothingOfATransaction)
{
    const auto undone = db().write([&](db::Transaction& tx) -> Result<> {
        EXPECT_EQ(shown({.key = {.id = 7}, .versions = {2}}, "never happened", tx), "never happened");
        return fail(Errc::conflict, "it is undone");
    });
    EXPECT_FALSE(undone);
    EXPECT_EQ(shown({.key = {.id = 7}, .versions = {2}}, "happened"), "happened");
}

TEST_P(FragmentCacheTest, IsComparedWithWhatIsMadeAnewWhereThatIsWanted)
{
    set_verify(db(), true);
    EXPECT_EQ(shown({.key = {.id = 7}}, "seven"), "seven");
    EXPECT_EQ(shown({.key = {.id = 7}}, "seven"), "seven");
    try {
        shown({.key = {.id = 7}}, "a trigger was forgotten");
        ADD_FAILURE() << "it was not noticed";
    } catch (const Stale& stale) {
        EXPECT_NE(std::string(stale.what()).find("kept: seven"), std::string::npos) << stale.what();
        EXPECT_NE(std::string(stale.what()).find("made anew: a trigger was forgotten"), std::string::npos);
    }
}

TEST(Fragments, ComeInTheOrderThatWasAskedForWithoutThoseThatAreGone)
{
    const std::vector<VersionedKey> keys{{.key = {.id = 2}}, {.key = {.id = 5}}, {.key = {.id = 9}}};
    const std::vector<Fragment> held{fragment("two"), nullptr, fragment("nine")};
    const std::vector<std::int64_t> ids{9, 5, 7, 2};
    const auto written = fragments_of<std::string>(ids, keys, held);
    ASSERT_EQ(written.size(), 2U);
    EXPECT_EQ(written[0].text, "nine");
    EXPECT_EQ(written[1].text, "two");
}

struct Number {
    int number = 0;
    bool operator==(const Number&) const = default;
    struct Hash {
        std::size_t operator()(const Number& key) const { return std::hash<int>()(key.number); }
    };
};

TEST(ByVersions, StaysWhileItIsAskedForAndGoesOtherwise)
{
    ByVersions<Number, int, std::string> cache{8 << 20};
    const auto is_there = [&](int number) { return cache.find({number}, 1).has_value(); };
    cache.keep({1}, 1, "asked for", 100);
    cache.keep({2}, 1, "forgotten", 100);
    for (int number = 10; number < 40; ++number) {
        cache.keep({number}, 1, "big", 1 << 20);
        ASSERT_TRUE(is_there(1));
    }
    EXPECT_FALSE(is_there(2));
    EXPECT_FALSE(is_there(10));
    EXPECT_TRUE(is_there(39));
    cache.keep({99}, 1, "too big", 5 << 20);
    EXPECT_FALSE(is_there(99));
}

// What takes the place of its predecessor does not take room beside it.
TEST(ByVersions, HasOneValueForAKey)
{
    ByVersions<Number, int, std::string> cache{8 << 20};
    cache.keep({1}, 1, "stays", 100);
    for (int version = 1; version <= 100; ++version) cache.keep({2}, version, "changes", 1 << 20);
    EXPECT_TRUE(cache.find({1}, 1));
    EXPECT_FALSE(cache.find({2}, 99));
    EXPECT_TRUE(cache.find({2}, 100));
}

} // namespace
} // namespace cairn::cache
