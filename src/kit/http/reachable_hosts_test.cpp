#include "http/reachable_hosts.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace cairn::http {
namespace {

ReachableHosts hosts(const std::vector<std::string>& rules) { return ReachableHosts(rules); }

TEST(ReachableHosts, ExternalIsWhatIsPublicOnTheInternet)
{
    const auto external = hosts({"external"});
    for (const auto* address : {"1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"})
        EXPECT_TRUE(external.allows("example.com", address)) << address;
    for (const auto* address : {"127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.100.0.1",
                                "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fd00::1", "fe80::1", "ff02::1",
                                "64:ff9b::a00:1", "2002:a00:1::"})
        EXPECT_FALSE(external.allows("example.com", address)) << address;
}

TEST(ReachableHosts, AnIpv4AddressInIpv6ClothesIsTheIpv4Address)
{
    EXPECT_FALSE(hosts({"external"}).allows("example.com", "::ffff:127.0.0.1"));
    EXPECT_TRUE(hosts({"external"}).allows("example.com", "::ffff:1.1.1.1"));
    EXPECT_TRUE(hosts({"loopback"}).allows("localhost", "::ffff:127.0.0.1"));
    EXPECT_TRUE(hosts({"private"}).allows("intranet", "::ffff:10.0.0.1"));
}

TEST(ReachableHosts, WordsStandForKindsOfNetworks)
{
    EXPECT_TRUE(hosts({"loopback"}).allows("localhost", "127.8.9.1"));
    EXPECT_TRUE(hosts({"loopback"}).allows("localhost", "::1"));
    EXPECT_FALSE(hosts({"loopback"}).allows("intranet", "10.0.0.1"));
    EXPECT_TRUE(hosts({"private"}).allows("intranet", "192.168.7.7"));
    EXPECT_FALSE(hosts({"private"}).allows("localhost", "127.0.0.1"));
    EXPECT_TRUE(hosts({"*"}).allows("anything", "127.0.0.1"));
    EXPECT_FALSE(hosts({}).allows("example.com", "1.1.1.1"));
}

TEST(ReachableHosts, NetworksAndNamesCanBeAllowed)
{
    const auto some = hosts({"10.1.0.0/16", "*.Example.org", "ci.internal"});
    EXPECT_TRUE(some.allows("whatever", "10.1.255.1"));
    EXPECT_FALSE(some.allows("whatever", "10.2.0.1"));
    EXPECT_TRUE(some.allows("hooks.example.ORG", "10.2.0.1"));
    EXPECT_FALSE(some.allows("example.org.evil.test", "10.2.0.1"));
    EXPECT_TRUE(some.allows("ci.internal", "127.0.0.1"));
}

TEST(ReachableHosts, WhatIsNoRuleIsRefused)
{
    EXPECT_THROW(hosts({"10.0.0.0/99"}), std::invalid_argument);
    EXPECT_THROW(hosts({"http://example.com"}), std::invalid_argument);
}

TEST(ReachableHosts, ForAProxyANameMustDo)
{
    for (const auto* name : {"example.com", "Hooks.Example.COM.", "8.8.8.8", "1234.example.com"})
        EXPECT_TRUE(hosts({"external"}).allows_unresolved(name)) << name;
    for (const auto* name : {"localhost", "a.localhost", "localhost.", "intranet", "nas.local", "vault.internal",
                             "127.0.0.1", "::1", "10.1.2.3", "127.1", "2130706433", "0x7f000001", "0x7f.1", ""})
        EXPECT_FALSE(hosts({"external"}).allows_unresolved(name)) << name;
    EXPECT_TRUE(hosts({"private"}).allows_unresolved("nas.local"));
    EXPECT_TRUE(hosts({"private"}).allows_unresolved("10.1.2.3"));
    EXPECT_FALSE(hosts({"private"}).allows_unresolved("localhost"));
    EXPECT_FALSE(hosts({"private"}).allows_unresolved("example.com"));
    EXPECT_TRUE(hosts({"loopback"}).allows_unresolved("localhost"));
    EXPECT_TRUE(hosts({"*.example.com"}).allows_unresolved("hooks.example.com"));
    EXPECT_FALSE(hosts({"*.example.com"}).allows_unresolved("example.org"));
    EXPECT_TRUE(hosts({"*"}).allows_unresolved("127.1"));
    EXPECT_FALSE(hosts({}).allows_unresolved("example.com"));
}

} // namespace
} // namespace cairn::http
