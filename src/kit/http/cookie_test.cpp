#include "http/cookie.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cairn::http {

TEST(Cookie, IsFoundByItsExactName)
{
    constexpr std::string_view header = "session=abc; Session=other;x=1 ;  quoted=\"q v\"; empty=";
    EXPECT_EQ(find_cookie(header, "session"), "abc");
    EXPECT_EQ(find_cookie(header, "Session"), "other");
    EXPECT_EQ(find_cookie(header, "x"), "1");
    EXPECT_EQ(find_cookie(header, "quoted"), "q v");
    EXPECT_EQ(find_cookie(header, "empty"), "");
    EXPECT_EQ(find_cookie(header, "sess"), std::nullopt);
    EXPECT_EQ(find_cookie("", "x"), std::nullopt);
    EXPECT_EQ(find_cookie("novalue; ;=;", "x"), std::nullopt);
}

TEST(Cookie, KeepsAnEqualsSignInItsValue) { EXPECT_EQ(find_cookie("t=YWI=; b=2", "t"), "YWI="); }

TEST(Cookie, TheFirstOfTwoWins) { EXPECT_EQ(find_cookie("a=1; a=2", "a"), "1"); }

TEST(SetCookie, IsSafeByDefault)
{
    EXPECT_EQ(to_set_cookie({.name = "session", .value = "abc"}),
              "session=abc; Path=/; HttpOnly; Secure; SameSite=Lax");
}

TEST(SetCookie, SaysWhatItWasTold)
{
    EXPECT_EQ(to_set_cookie({.name = "lang",
                             .value = "de",
                             .path = "/sub",
                             .max_age = std::chrono::hours(1),
                             .http_only = false,
                             .secure = false,
                             .same_site = SameSite::strict}),
              "lang=de; Path=/sub; Max-Age=3600; SameSite=Strict");
    EXPECT_EQ(to_set_cookie({.name = "gone", .value = "", .max_age = std::chrono::seconds(0)}),
              "gone=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax");
}

TEST(SetCookie, CannotBeMadeToCarryAnything)
{
    EXPECT_THROW(to_set_cookie({.name = "a", .value = "b; Domain=evil"}), std::invalid_argument);
    EXPECT_THROW(to_set_cookie({.name = "a", .value = "b\r\nX: y"}), std::invalid_argument);
    EXPECT_THROW(to_set_cookie({.name = "a=b", .value = "c"}), std::invalid_argument);
    EXPECT_THROW(to_set_cookie({.name = "", .value = "c"}), std::invalid_argument);
    EXPECT_THROW(to_set_cookie({.name = "a", .value = "b", .path = "/;x"}), std::invalid_argument);
}

} // namespace cairn::http
