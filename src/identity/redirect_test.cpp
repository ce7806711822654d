#include "identity/redirect.hpp"

#include <gtest/gtest.h>

namespace cairn::identity {
namespace {

using Registered = std::vector<std::string>;
using Parameters = std::vector<std::pair<std::string_view, std::string>>;

TEST(Redirect, HttpAndHttpsCanBeRegistered)
{
    for (const auto* good : {"http://127.0.0.1", "http://127.0.0.1:8080/cb", "https://client.example.com/cb?x=1",
                             "HTTPS://CLIENT.EXAMPLE.COM/cb", "http://[::1]:9/cb", "http://",
                             "https:", "https://client.example.com/a b", ""})
        EXPECT_TRUE(check_redirect(good, {})) << good;
    for (const auto* bad : {"no-scheme", "//client.example.com/cb", "ftp://client.example.com", "javascript:alert(1)",
                            "urn:ietf:wg:oauth:2.0:oob", "mailto:x@example.com", " https://client.example.com",
                            "https://client.example.com:port/", "https://client.example.com/\r\nSet-Cookie: a=b",
                            "https://client.example.com/#part", "https://client.example.com/cb#"})
        EXPECT_FALSE(check_redirect(bad, {})) << bad;
}

TEST(Redirect, SchemesOfNativeApplicationsAreTheSitesChoice)
{
    EXPECT_FALSE(check_redirect("myapp://callback", {}));
    EXPECT_TRUE(check_redirect("myapp://callback", Registered{"MyApp"}));
}

TEST(Redirect, OnlyTheVeryAddressIsRegistered)
{
    const Registered known{"https://client.example.com/callback"};
    EXPECT_TRUE(is_registered("https://client.example.com/callback", known, true));
    for (const auto* near : {"https://client.example.com/callback/", "https://CLIENT.example.com/callback",
                             "https://client.example.com/callback?a=b", "https://client.example.com:443/callback",
                             "https://client.example.com.evil.example/callback", "http://client.example.com/callback",
                             "https://client.example.com/callback#a", ""})
        for (const bool confidential : {true, false}) EXPECT_FALSE(is_registered(near, known, confidential)) << near;
    EXPECT_FALSE(is_registered("", Registered{""}, true));
    // Registered elsewhere, and moved in.
    EXPECT_FALSE(is_registered("https://client.example.com/cb#a", Registered{"https://client.example.com/cb#a"}, true));
    const std::string two_lines = "https://client.example.com/cb\r\nSet-Cookie: a=b";
    EXPECT_FALSE(is_registered(two_lines, Registered{two_lines}, true));
}

TEST(Redirect, APublicClientOnThisMachineMayHaveAnyPort)
{
    const Registered known{"http://127.0.0.1/cb", "http://[::1]/cb"};
    for (const auto* good : {"http://127.0.0.1:51004/cb", "http://127.0.0.1/cb", "http://[::1]:80/cb"})
        EXPECT_TRUE(is_registered(good, known, false)) << good;
    for (const auto* bad : {"http://127.0.0.1:51004/other", "http://127.0.0.1:51004/cb/", "http://localhost:51004/cb",
                            "https://127.0.0.1:51004/cb", "http://127.0.0.2:51004/cb", "http://127.0.0.1:x/cb",
                            "http://127.0.0.1:80@evil.example/cb", "http://evil.example@127.0.0.1:80/cb"})
        EXPECT_FALSE(is_registered(bad, known, false)) << bad;
    EXPECT_FALSE(is_registered("http://127.0.0.1:51004/cb", known, true));
    EXPECT_TRUE(is_registered("http://127.0.0.1:5/", Registered{"http://127.0.0.1"}, false));
    EXPECT_TRUE(is_registered("http://127.8.9.1:5/", Registered{"http://127.8.9.1:4/"}, false));
    EXPECT_FALSE(is_registered("http://10.0.0.1:5/", Registered{"http://10.0.0.1:4/"}, false));
    EXPECT_FALSE(is_registered("http://127.0.0.1.evil:5/", Registered{"http://127.0.0.1.evil:4/"}, false));
}

TEST(Redirect, ParametersJoinThoseThatAreThere)
{
    EXPECT_EQ(with_parameters("https://c.example/cb", Parameters{{"state", "a b"}, {"code", "x"}}),
              "https://c.example/cb?code=x&state=a+b");
    EXPECT_EQ(with_parameters("https://c.example/cb?z=1&code=old#part", Parameters{{"code", "new"}}),
              "https://c.example/cb?code=new&z=1#part");
    EXPECT_EQ(with_parameters("myapp:cb", Parameters{{"state", ""}}), "myapp:cb?state=");
    EXPECT_EQ(with_parameters("https://c.example/cb?", Parameters{{"code", "x"}}), "https://c.example/cb?code=x");
}

TEST(Redirect, TheQueryOfAnAddressStaysAsItIsWritten)
{
    const Parameters answer{{"code", "new"}, {"state", "s"}};
    EXPECT_EQ(with_parameters("https://h.example/cb?x=100%&flag&y=%7E", answer),
              "https://h.example/cb?code=new&state=s&x=100%&flag&y=%7E");
    EXPECT_EQ(with_parameters("https://h.example/cb?a=1;b=2&&c=%2f+%20", answer),
              "https://h.example/cb?a=1;b=2&&c=%2f+%20&code=new&state=s");
    EXPECT_EQ(with_parameters("https://h.example/cb?keep=1", answer), "https://h.example/cb?code=new&keep=1&state=s");
    EXPECT_EQ(with_parameters("https://h.example/cb?%63ode=old&z=1&state&z=2#part", answer),
              "https://h.example/cb?code=new&state=s&z=1&z=2#part")
        << "what has the name of a parameter, however it is written, is none of its own";
}

TEST(Redirect, AnOriginHasNoPassword)
{
    EXPECT_EQ(origin_of("https://user:pass@client.example.com:8443/cb?x=1"), "https://client.example.com:8443");
    EXPECT_EQ(origin_of("myapp:cb"), "myapp:");
    EXPECT_EQ(origin_of("nonsense"), "");
}

} // namespace
} // namespace cairn::identity
