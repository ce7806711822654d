#include "http/called_address.hpp"

#include <gtest/gtest.h>

namespace cairn::http {

namespace {

TEST(CalledAddress, TheHostIsTheOneThatIsConnectedTo)
{
    EXPECT_EQ(called_host("https://Example.COM/a?b=c"), "example.com");
    EXPECT_EQ(called_host("http://example.com:8080"), "example.com");
    EXPECT_EQ(called_host("http://[::1]:3000/hook"), "::1");
    EXPECT_EQ(called_host("http://[FE80::1]/"), "fe80::1");
    EXPECT_EQ(called_host("http://127.1/"), "127.0.0.1");
    EXPECT_EQ(called_host("http://0x7f000001/"), "127.0.0.1");
    EXPECT_EQ(called_host("http://good.example@bad.example/"), "bad.example");
    EXPECT_EQ(called_host("http://bad.example#@good.example/"), "bad.example");
    EXPECT_EQ(called_host("http://bad.example?@good.example/"), "bad.example");
    EXPECT_EQ(called_host("/only/a/path"), "");
    EXPECT_EQ(called_host("http://a b/"), "");
    for (const auto* no_host : {"http://[::1", "http://:80/", "http://@/", "http://host:99999/", "http://host:abc/"})
        EXPECT_EQ(called_host(no_host), "") << no_host;
    EXPECT_EQ(called_host(""), "");
}

TEST(CalledAddress, AnOriginIsSchemeHostAndPort)
{
    EXPECT_TRUE(calls_same_origin("https://example.com/a", "https://EXAMPLE.com:443/b"));
    EXPECT_TRUE(calls_same_origin("http://[::1]/a", "http://[::1]:80/b"));
    EXPECT_FALSE(calls_same_origin("https://example.com/", "http://example.com/"));
    EXPECT_FALSE(calls_same_origin("http://example.com/", "http://example.com:81/"));
    EXPECT_FALSE(calls_same_origin("http://example.com/", "http://www.example.com/"));
    EXPECT_FALSE(calls_same_origin("no address", "no address"));
}

} // namespace

} // namespace cairn::http
