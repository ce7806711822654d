// Parts of pages that are kept, and what bounds them.
#include "cache/part_cache.hpp"

#include <gtest/gtest.h>

#include "cache/by_content.hpp"
#include "cache/verify.hpp"
#include "db/test_database.hpp"

namespace cairn::cache {
namespace {

struct Row {
    std::string name;
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(Row, (), (name, size))

struct Folder {
    std::vector<Row> rows;
};
BOOST_DESCRIBE_STRUCT(Folder, (), (rows))

struct NumberKey {
    int number;

    bool operator==(const NumberKey&) const = default;
    struct Hash {
        std::size_t operator()(const NumberKey& key) const { return static_cast<std::size_t>(key.number); }
    };
};

TEST(PartCache, KeysAreDifferentWhateverIsInThem)
{
    EXPECT_NE(part_key({"ab", "c"}), part_key({"a", "bc"}));
    EXPECT_NE(part_key({"a", ""}), part_key({"a"}));
    EXPECT_NE(part_key({"1:a"}), part_key({"", "a"}));
    EXPECT_EQ(part_key({"a", "b"}), part_key({"a", "b"}));
}

TEST(PartCache, GivesWhatWasKeptForTheSameKeyAndType)
{
    db::TestDatabase test(db::TestDatabase::Engine::sqlite);
    auto& db = *test;
    const auto key = part_key({"folder", "1"});
    EXPECT_EQ(find_part<Folder>(db, key), nullptr);
    const auto kept = keep_part(db, key, Folder{{{"a", 1}}});
    EXPECT_EQ(find_part<Folder>(db, key), kept);
    EXPECT_EQ(kept->rows.front().name, "a");
    EXPECT_EQ(find_part<Row>(db, key), nullptr);
    EXPECT_EQ(find_part<Folder>(db, part_key({"folder", "2"})), nullptr);
}

TEST(PartCache, WithVerifyWhatIsKeptIsHeldAgainstWhatIsMade)
{
    db::TestDatabase test(db::TestDatabase::Engine::sqlite);
    auto& db = *test;
    const auto key = part_key({"folder"});
    keep_part(db, key, Folder{{{"a", 1}}});
    set_verify(db, true);
    EXPECT_EQ(find_part<Folder>(db, key), nullptr);
    EXPECT_NO_THROW(keep_part(db, key, Folder{{{"a", 1}}}));
    EXPECT_THROW(keep_part(db, key, Folder{{{"a", 2}}}), Stale);
}

TEST(ByContentTest, HoldsNoMoreThanItsBound)
{
    constexpr std::size_t bound = 100'000;
    ByContent<NumberKey> parts(bound);
    const auto value = [](int number) { return std::make_shared<const int>(number); };
    for (int i = 0; i < 1000; ++i) {
        parts.keep({i}, value(i), 1000);
        ASSERT_LE(parts.bytes(), bound);
        ASSERT_NE(parts.find({0}), nullptr) << i; // it is used all the time
    }
    EXPECT_GT(parts.bytes(), bound / 2);
    EXPECT_EQ(parts.find({1}), nullptr);
    EXPECT_NE(parts.find({999}), nullptr);
    parts.keep({2000}, value(2000), bound + 1);
    EXPECT_EQ(parts.find({2000}), nullptr);
    EXPECT_NE(parts.find({0}), nullptr);
}

} // namespace
} // namespace cairn::cache
