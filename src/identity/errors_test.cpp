#include "identity/errors.hpp"

#include <gtest/gtest.h>

namespace cairn::identity {

// RFC 6749, 5.2: %x20-21 / %x23-5B / %x5D-7E.
TEST(OAuth2Errors, AreSaidInTheCharactersThatTheyMayHave)
{
    EXPECT_EQ(sayable("the code is missing"), "the code is missing");
    EXPECT_EQ(sayable("a \"name\" with \\ and\na line\x7f"), "a 'name' with ? and?a line?");
    EXPECT_EQ(sayable("\xc3\xa9"), "??");
    EXPECT_EQ(sayable(""), "");
}

} // namespace cairn::identity
