#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "db/test_engines.hpp"

namespace cairn::db {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

class PageTest : public EngineTest {
protected:
    void prepare() override
    {
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE number (n BIGINT NOT NULL)");
            tx.run("INSERT INTO number (n) VALUES (1), (2), (3), (4), (5)");
        });
    }

    Page<std::int64_t> page(std::int64_t page, std::int64_t limit, int from = 1)
    {
        return db().page<std::int64_t>(Paging{page, limit}, "SELECT n FROM number WHERE n >= $1 ORDER BY n", from);
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, PageTest, both_engines(), engine_name);

TEST_P(PageTest, EachPageHasItsItemsAndTheTotal)
{
    EXPECT_THAT(page(1, 2).items, ElementsAre(1, 2));
    EXPECT_EQ(page(1, 2).total, 5);
    EXPECT_THAT(page(2, 2).items, ElementsAre(3, 4));
    EXPECT_EQ(page(2, 2).total, 5);
    EXPECT_THAT(page(3, 2).items, ElementsAre(5));
    EXPECT_EQ(page(3, 2).total, 5);
}

TEST_P(PageTest, AFirstPageThatIsNotFullIsTheTotal)
{
    EXPECT_THAT(page(1, 6).items, ElementsAre(1, 2, 3, 4, 5));
    EXPECT_EQ(page(1, 6).total, 5);
    EXPECT_EQ(page(1, 6, 4).total, 2);
}

TEST_P(PageTest, ALastPageThatIsJustFullIsTheTotal)
{
    EXPECT_THAT(page(1, 5).items, ElementsAre(1, 2, 3, 4, 5));
    EXPECT_EQ(page(1, 5).total, 5);
    EXPECT_THAT(page(2, 2, 2).items, ElementsAre(4, 5));
    EXPECT_EQ(page(2, 2, 2).total, 4);
}

TEST_P(PageTest, NoRowsAreAnEmptyPage)
{
    EXPECT_THAT(page(1, 5, 9).items, IsEmpty());
    EXPECT_EQ(page(1, 5, 9).total, 0);
}

TEST_P(PageTest, APageBeyondTheEndIsEmptyAndKnowsTheTotal)
{
    for (const std::int64_t far : {4L, 999'999'999'999L, largest}) {
        EXPECT_THAT(page(far, 2).items, IsEmpty());
        EXPECT_EQ(page(far, 2).total, 5);
    }
    EXPECT_THAT(page(largest, largest).items, IsEmpty());
}

TEST_P(PageTest, NumbersThatMakeNoSenseAreHarmless)
{
    EXPECT_THAT(page(0, 2).items, ElementsAre(1, 2));
    EXPECT_THAT(page(std::numeric_limits<std::int64_t>::min(), 2).items, ElementsAre(1, 2));
    EXPECT_THAT(page(1, 0).items, IsEmpty());
    EXPECT_EQ(page(1, 0).total, 5);
    EXPECT_THAT(page(1, -1).items, IsEmpty());
    EXPECT_THAT(page(1, largest).items, ElementsAre(1, 2, 3, 4, 5));
}

TEST_P(PageTest, ATransactionPagesThroughItsOwnChanges)
{
    db().write([](Transaction& tx) {
        tx.run("INSERT INTO number (n) VALUES (6)");
        const auto page = tx.page<std::int64_t>(Paging{2, 4}, "SELECT n FROM number ORDER BY n");
        EXPECT_THAT(page.items, ElementsAre(5, 6));
        EXPECT_EQ(page.total, 6);
    });
}

} // namespace
} // namespace cairn::db
