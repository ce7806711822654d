#include "http/url.hpp"

#include <gtest/gtest.h>

namespace cairn::http {

TEST(Url, DecodesASegmentAndKeepsItsPlus)
{
    EXPECT_EQ(decode_path_segment("a%20b+c%2Fd"), "a b+c/d");
    EXPECT_EQ(decode_path_segment(""), "");
    EXPECT_EQ(decode_path_segment("%00%ff"), std::string("\0\xff", 2));
}

TEST(Url, DecodesAQueryWithPlusAsBlank) { EXPECT_EQ(decode_query("a+b%2Bc"), "a b+c"); }

TEST(Url, RefusesEveryMalformedEscape)
{
    for (const auto* bad : {"%", "%1", "a%", "%zz", "%1g", "%-1", "%%41"}) {
        EXPECT_FALSE(decode_path_segment(bad)) << bad;
        EXPECT_FALSE(decode_query(bad)) << bad;
    }
}

TEST(Url, EncodesAQueryLikeGo)
{
    EXPECT_EQ(encode_query("a b&c=d/e?f:g@h+i~j-k_l.m*n(o)'p!q"),
              "a+b%26c%3Dd%2Fe%3Ff%3Ag%40h%2Bi~j-k_l.m%2An%28o%29%27p%21q");
    EXPECT_EQ(encode_query("ü\n"), "%C3%BC%0A");
}

TEST(Url, EncodesAPathSegmentLikeGo)
{
    EXPECT_EQ(encode_path_segment("a b/c?d#e%f;g,h$&+=:@"), "a%20b%2Fc%3Fd%23e%25f%3Bg%2Ch$&+=:@");
}

TEST(Url, WhatWasEncodedDecodesToItself)
{
    std::string every;
    for (int c = 0; c < 256; ++c) every += static_cast<char>(c);
    EXPECT_EQ(decode_query(encode_query(every)), every);
    EXPECT_EQ(decode_path_segment(encode_path_segment(every)), every);
}

TEST(Url, ParsesAQueryInItsOrder)
{
    const QueryPairs expected{{"b", "2"}, {"a", "x y"}, {"a", ""}, {"", "v"}, {"empty", ""}};
    EXPECT_EQ(parse_query("b=2&a=x+y&&a=&=v&empty"), expected);
}

TEST(Url, DropsOnlyThePairThatIsMalformed)
{
    const QueryPairs expected{{"a", "1"}, {"d", "4"}};
    EXPECT_EQ(parse_query("a=1&b=%zz&%=x&c=1;e=2&d=4"), expected);
}

TEST(Url, ReadsNoMorePairsThanAgreed)
{
    std::string query;
    for (int i = 0; i < 5000; ++i) query += "a=1&";
    EXPECT_EQ(parse_query(query).size(), 1000U);
    EXPECT_EQ(parse_query(query, 3).size(), 3U);
}

} // namespace cairn::http
