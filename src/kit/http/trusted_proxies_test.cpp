#include "http/trusted_proxies.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cairn::http {
namespace {

std::string client(const std::vector<std::string>& networks, std::int64_t limit, std::string_view peer,
                   const std::vector<std::string>& forwarded, std::string_view real_ip = "")
{
    Request request;
    request.peer = peer;
    for (const auto& value : forwarded) request.headers.push_back({"x-forwarded-for", value});
    if (!real_ip.empty()) request.headers.push_back({"X-Real-Ip", real_ip});
    const TrustedProxies proxies(networks, limit);
    const std::string found(proxies.client(request));
    request.peer = found;
    EXPECT_EQ(proxies.client(request), found) << "asking twice must not lead further";
    return found;
}

const std::vector<std::string> local{"127.0.0.0/8", "::1/128", "10.0.0.7"};

TEST(TrustedProxiesTest, AStrangerIsNotBelieved)
{
    EXPECT_EQ(client(local, 1, "203.0.113.5", {"198.51.100.1"}), "203.0.113.5");
    EXPECT_EQ(client(local, 1, "10.0.0.8", {"198.51.100.1"}), "10.0.0.8");
    EXPECT_EQ(client({}, 1, "127.0.0.1", {"198.51.100.1"}), "127.0.0.1");
}

TEST(TrustedProxiesTest, ATrustedProxyIsBelieved)
{
    EXPECT_EQ(client(local, 1, "127.0.0.1", {"198.51.100.1"}), "198.51.100.1");
    EXPECT_EQ(client(local, 1, "10.0.0.7", {"2001:db8::1"}), "2001:db8::1");
    EXPECT_EQ(client(local, 1, "::1", {}, "198.51.100.2"), "198.51.100.2");
    EXPECT_EQ(client({"*"}, 1, "203.0.113.5", {"198.51.100.1"}), "198.51.100.1");
}

TEST(TrustedProxiesTest, WhatTheClientItselfHasSentIsNotBelieved)
{
    EXPECT_EQ(client(local, 1, "127.0.0.1", {"6.6.6.6, 198.51.100.1"}), "198.51.100.1");
    EXPECT_EQ(client(local, 5, "127.0.0.1", {"6.6.6.6", "198.51.100.1"}), "198.51.100.1");
}

TEST(TrustedProxiesTest, AChainIsFollowedAsFarAsTheLimit)
{
    EXPECT_EQ(client(local, 2, "127.0.0.1", {"198.51.100.1, 10.0.0.7"}), "198.51.100.1");
    EXPECT_EQ(client(local, 1, "127.0.0.1", {"198.51.100.1, 10.0.0.7"}), "10.0.0.7");
    EXPECT_EQ(client(local, 0, "127.0.0.1", {"198.51.100.1"}), "127.0.0.1");
}

TEST(TrustedProxiesTest, WhatIsNoAddressEndsTheChain)
{
    for (const std::string nonsense : {"", "unknown", "1.2.3", "198.51.100.1:80", "fe80::1%eth0", "<script>"})
        EXPECT_EQ(client(local, 3, "127.0.0.1", {nonsense}), "127.0.0.1") << nonsense;
    EXPECT_EQ(client(local, 3, "127.0.0.1", {"nonsense, 10.0.0.7"}), "10.0.0.7");
}

TEST(TrustedProxiesTest, WhatIsNoNetworkIsSaid)
{
    for (const std::string bad : {"10.0.0.0/33", "ten", "::1/200", "10.0.0.0/"}) {
        const std::vector<std::string> networks{bad};
        EXPECT_THROW(TrustedProxies(networks, 1), std::invalid_argument) << bad;
    }
}

} // namespace
} // namespace cairn::http
