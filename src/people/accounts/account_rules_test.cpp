#include <gtest/gtest.h>

#include "accounts/account.hpp"
#include "config/settings.hpp"

namespace cairn::accounts {
namespace {

class Names : public testing::TestWithParam<std::string> { };
class BadNames : public testing::TestWithParam<std::string> { };
class Emails : public testing::TestWithParam<std::string> { };
class BadEmails : public testing::TestWithParam<std::string> { };

TEST_P(Names, AreAccepted) { EXPECT_TRUE(check_name(GetParam())) << check_name(GetParam()).error().message; }
INSTANTIATE_TEST_SUITE_P(Account, Names,
                         testing::Values("a", "7", "Ann", "a-b", "a.b_c-d", "api2", "users", std::string(40, 'x')));

TEST_P(BadNames, AreRefusedWithWords)
{
    const auto checked = check_name(GetParam());
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, Errc::unprocessable);
    EXPECT_FALSE(checked.error().message.empty());
}
INSTANTIATE_TEST_SUITE_P(Account, BadNames,
                         testing::Values("", "-a", ".a", "_a", "a-", "a.", "a--b", "a._b", "a b", "a/b", "\xc3\xbc",
                                         "api", "API", "Ghost", "user", ".well-known", "ann.keys", "ann.PNG", "v2",
                                         std::string(41, 'x'), std::string("a\0b", 3)));

TEST_P(Emails, AreAccepted) { EXPECT_TRUE(check_email(GetParam())) << check_email(GetParam()).error().message; }
INSTANTIATE_TEST_SUITE_P(Account, Emails,
                         testing::Values("a@b.c", "be+tag.x@sub.example.com", "!#$%&'*+/=?^_{|}~`@x.y",
                                         "A@EXAMPLE.org"));

TEST_P(BadEmails, AreRefused) { EXPECT_FALSE(check_email(GetParam())); }
INSTANTIATE_TEST_SUITE_P(Account, BadEmails,
                         testing::Values("", "plain", "@example.com", "a@", "-a@example.com", "a b@example.com",
                                         "a@b@example.com", "a@localhost", ".a@b.c", "a.@b.c", "a..b@c.d", "a@.b.c",
                                         "a@b..c", "a@b.c.", "\"a\"@b.c", std::string(250, 'x') + "@b.cd"));

TEST(PasswordRules, CountTheLength)
{
    const config::Settings settings;
    EXPECT_EQ(check_password(settings, "1234567").error().code, Errc::bad_request);
    EXPECT_EQ(check_password(settings, "").error().code, Errc::bad_request);
    EXPECT_TRUE(check_password(settings, "12345678"));
    EXPECT_EQ(check_password(settings, std::string(256, 'x')).error().code, Errc::unprocessable);
}

TEST(PasswordRules, CountCharactersAndNotBytes)
{
    const config::Settings settings;
    const auto repeated = [](std::string_view character, int times) {
        std::string text;
        for (int i = 0; i < times; ++i) text += character;
        return text;
    };
    EXPECT_EQ(check_password(settings, repeated("\xc3\xa9", 7)).error().code, Errc::bad_request);
    EXPECT_TRUE(check_password(settings, repeated("\xc3\xa9", 8)));
    EXPECT_TRUE(check_password(settings, repeated("\xc3\xa9", 255)));
    EXPECT_TRUE(check_password(settings, repeated("\xf0\x9f\x90\xb3", 255)));
    EXPECT_EQ(check_password(settings, repeated("\xc3\xa9", 256)).error().code, Errc::unprocessable);
}

TEST(PasswordRules, HoldWhatIsNoTextWithinBounds)
{
    const config::Settings settings;
    EXPECT_EQ(check_password(settings, "12345678" + std::string(5000, '\x80')).error().code, Errc::unprocessable);
}

} // namespace
} // namespace cairn::accounts
