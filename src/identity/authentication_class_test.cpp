#include "identity/authentication_class.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::identity {

using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Classes = std::vector<std::string>;

} // namespace

TEST(AuthenticationClass, IsTheHighestThatTheMethodsReach)
{
    EXPECT_EQ(class_reached("pwd"), "1");
    EXPECT_EQ(class_reached("pwd otp"), "2");
    EXPECT_EQ(class_reached("pwd rcv"), "2");
    EXPECT_EQ(class_reached("pwd hwk"), "phr");
    EXPECT_EQ(class_reached("fed"), "1");
    EXPECT_EQ(class_reached("fed mfa"), "2");
    EXPECT_EQ(class_reached(""), "");
}

TEST(AuthenticationClass, IsTheFirstWantedOneThatIsMet)
{
    EXPECT_EQ(class_met("pwd otp", Classes{"phr", "2", "1"}), "2");
    EXPECT_EQ(class_met("pwd hwk", Classes{"1", "phr"}), "1");
    EXPECT_EQ(class_met("pwd", Classes{"2"}), "");
    EXPECT_EQ(class_met("pwd", Classes{}), "");
    EXPECT_EQ(class_met("", Classes{"1"}), "");
    EXPECT_THAT(known_classes(Classes{"gold", "2", "1"}), ElementsAre("2", "1"));
}

TEST(AuthenticationMethods, TellOfASecondStep)
{
    EXPECT_THAT(methods_told("pwd"), ElementsAre("pwd"));
    EXPECT_THAT(methods_told("pwd otp"), ElementsAre("pwd", "otp", "mfa"));
    EXPECT_THAT(methods_told("pwd hwk"), ElementsAre("pwd", "hwk", "mfa"));
    EXPECT_THAT(methods_told("pwd rcv"), ElementsAre("pwd", "otp", "mfa"));
    EXPECT_THAT(methods_told("fed mfa"), ElementsAre("fed", "mfa"));
    EXPECT_THAT(methods_told(""), IsEmpty());
}

} // namespace cairn::identity
