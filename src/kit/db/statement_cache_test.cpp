#include "db/statement_cache.hpp"

#include <gtest/gtest.h>

namespace cairn::db {
namespace {

struct Fake {
    const std::string source;
};
using Cache = StatementCache<Fake>;

// True when something else had to leave.
bool keep(Cache& cache, Sql sql, Form form = Form::plain)
{
    const bool left = cache.make_room(sql) != nullptr;
    cache.keep(sql, form, std::make_unique<Fake>(Fake{std::string(sql.text())}));
    return left;
}

TEST(StatementCacheTest, EachFormIsAStatementOfItsOwn)
{
    Cache cache;
    constexpr Sql sql = "SELECT 1";
    keep(cache, sql, Form::page);
    EXPECT_EQ(cache.find(sql, Form::plain), nullptr);
    EXPECT_EQ(cache.find(sql, Form::count), nullptr);
    EXPECT_NE(cache.find(sql, Form::page), nullptr);
}

TEST(StatementCacheTest, ComposedTextIsFoundByItsContent)
{
    Cache cache;
    keep(cache, Sql::composed(std::string("SELECT 1")));
    EXPECT_NE(cache.find(Sql::composed("SELECT 1"), Form::plain), nullptr);
    EXPECT_EQ(cache.find(Sql::composed("SELECT 2"), Form::plain), nullptr);
    EXPECT_EQ(cache.find("SELECT 1", Form::plain), nullptr) << "a literal is another matter";
}

TEST(StatementCacheTest, WhatWasUsedLeastRecentlyLeaves)
{
    Cache cache;
    constexpr Sql literal = "SELECT 'literal'";
    keep(cache, literal);
    for (std::size_t i = 0; i < Cache::most_composed; ++i) EXPECT_FALSE(keep(cache, Sql::composed(std::to_string(i))));
    EXPECT_NE(cache.find(Sql::composed("0"), Form::plain), nullptr);
    EXPECT_TRUE(keep(cache, Sql::composed("one more")));
    EXPECT_NE(cache.find(Sql::composed("0"), Form::plain), nullptr);
    EXPECT_EQ(cache.find(Sql::composed("1"), Form::plain), nullptr);
    EXPECT_NE(cache.find(literal, Form::plain), nullptr) << "composed text must not drive out literals";
}

TEST(StatementCacheTest, APageHasItsBoundsBehindTheOtherValues)
{
    EXPECT_EQ(text_in_form("SELECT $1", Form::plain, 1), "SELECT $1");
    EXPECT_EQ(text_in_form("SELECT $1", Form::page, 3), "SELECT $1 LIMIT $2 OFFSET $3");
    EXPECT_EQ(text_in_form("SELECT $1", Form::count, 1), "SELECT count(*) FROM (SELECT $1) AS counted");
    const auto counted = [](std::string_view sql) { return text_in_form(sql, Form::count, 0); };
    EXPECT_EQ(counted("SELECT a FROM t ORDER BY lower(a), b"), "SELECT count(*) FROM (SELECT a FROM t) AS counted");
    EXPECT_EQ(counted("SELECT a FROM (SELECT a FROM t ORDER BY b)"),
              "SELECT count(*) FROM (SELECT a FROM (SELECT a FROM t ORDER BY b)) AS counted");
    EXPECT_EQ(counted("SELECT a FROM t ORDER BY a = $1"),
              "SELECT count(*) FROM (SELECT a FROM t ORDER BY a = $1) AS counted");
}

} // namespace
} // namespace cairn::db
