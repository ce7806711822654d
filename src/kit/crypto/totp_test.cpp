#include "crypto/totp.hpp"

#include <gtest/gtest.h>

namespace cairn::crypto {
namespace {

const std::string secret = "12345678901234567890";

TEST(TotpTest, CodesAreThoseOfTheStandardsExamples)
{
    // RFC 6238, appendix B, gives eight digits; six are their end.
    EXPECT_EQ(totp_code(secret, {59}), "287082");
    EXPECT_EQ(totp_code(secret, {1111111109}), "081804");
    EXPECT_EQ(totp_code(secret, {1234567890}), "005924");
    EXPECT_EQ(totp_code(secret, {20000000000}), "353130");
}

TEST(TotpTest, ACodeIsGoodForItsOwnStepAndForTheNeighbors)
{
    const Time now{1234567890};
    const std::int64_t step = now.seconds / totp_period;
    for (const std::int64_t skew : {-1, 0, 1})
        EXPECT_EQ(totp_step(secret, totp_code(secret, {now.seconds + skew * totp_period}), now), step + skew);
    for (const std::int64_t skew : {-2, 2, 10})
        EXPECT_FALSE(totp_step(secret, totp_code(secret, {now.seconds + skew * totp_period}), now));
}

TEST(TotpTest, AnythingButSixRightDigitsIsNoCode)
{
    const Time now{1234567890};
    const auto code = totp_code(secret, now);
    for (const std::string& wrong : {std::string(), code + "0", code.substr(1), " " + code, std::string("abcdef"),
                                     std::string("000000x"), std::string(6, '\0')})
        EXPECT_FALSE(totp_step(secret, wrong, now)) << wrong;
    EXPECT_FALSE(totp_step("", code, now));
    EXPECT_FALSE(totp_step("another secret", code, now));
}

TEST(TotpTest, TheFirstStepsHaveNoStepBeforeThem) { EXPECT_EQ(totp_step(secret, totp_code(secret, {3}), {3}), 0); }

} // namespace
} // namespace cairn::crypto
