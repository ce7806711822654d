#include "pages/return_address.hpp"

#include <gtest/gtest.h>

#include "config/settings.hpp"

namespace cairn::pages {
namespace {

TEST(SafeRedirect, LeadsToAPathOfOursOrToTheUsualPage)
{
    const config::Settings settings;
    for (const std::string ours : {"/", "/user/settings", "/a?b=c&d=%2F", "/a?state=x\\y",
                                   "/login/oauth/authorize?redirect_uri=https%3A%2F%2Fx"})
        EXPECT_EQ(safe_redirect(settings, ours, "/usual"), ours);
    for (const std::string bad : {"", "x", "//x", "///x", "/\\x", "/x\\?y", "\\x", "https://x", "javascript:x", "/ x",
                                  "/\tx", "/?\tx", "/x\r\ny", "/\x7f", "/\xc3\xbc"}) {
        EXPECT_EQ(safe_redirect(settings, bad), "/") << bad;
        EXPECT_EQ(safe_redirect(settings, bad, "/usual"), "/usual") << bad;
    }
}

TEST(SafeRedirect, TakesWhateverTheServerTakesAsARequest)
{
    config::Settings settings;
    settings.server.max_header_bytes = 20'000;
    const auto longest = "/" + std::string(19'999, 'x');
    EXPECT_EQ(safe_redirect(settings, longest), longest);
    EXPECT_EQ(safe_redirect(settings, longest + "x"), "/");
}

TEST(ReturnQuery, CarriesAnAddressAlongUnlessItIsTheFrontPage)
{
    EXPECT_EQ(return_query("/"), "");
    EXPECT_EQ(return_query("/a?b=%20&c"), "?redirect_to=%2Fa%3Fb%3D%2520%26c");
}

TEST(LeadsToApplication, FromAnAuthorizationAlone)
{
    EXPECT_TRUE(leads_to_application("/login/oauth/authorize?client_id=x"));
    for (const std::string_view other : {"/", "/user/settings", "/user/login?redirect_to=/login/oauth/authorize?x"})
        EXPECT_FALSE(leads_to_application(other)) << other;
}

} // namespace
} // namespace cairn::pages
