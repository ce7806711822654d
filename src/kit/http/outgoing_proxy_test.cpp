#include "http/outgoing_proxy.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cairn::http {
namespace {

using Names = std::vector<std::string>;

TEST(OutgoingProxyTest, WhereNoneIsEverybodyIsCalledDirectly)
{
    EXPECT_EQ(OutgoingProxy().for_host("example.com"), "");
    EXPECT_EQ(OutgoingProxy("", Names{"*"}).for_host("example.com"), "");
}

TEST(OutgoingProxyTest, ItIsForTheHostsThatAreListedOrAll)
{
    const OutgoingProxy all("http://proxy:3128", Names{});
    EXPECT_EQ(all.for_host("example.com"), "http://proxy:3128");
    const OutgoingProxy some("socks5h://proxy:1080", Names{"*.Example.com", "**.org"});
    EXPECT_EQ(some.for_host("GIT.example.com"), "socks5h://proxy:1080");
    EXPECT_EQ(some.for_host("a.b.org"), "socks5h://proxy:1080");
    EXPECT_EQ(some.for_host("example.net"), "");
}

TEST(OutgoingProxyTest, WhatMakesNoSenseIsRefused)
{
    EXPECT_THROW(OutgoingProxy("proxy:3128", Names{}), std::invalid_argument);
    EXPECT_THROW(OutgoingProxy("file:///etc", Names{}), std::invalid_argument);
    EXPECT_THROW(OutgoingProxy("http://proxy:3128", Names{"[a"}), std::invalid_argument);
}

} // namespace
} // namespace cairn::http
