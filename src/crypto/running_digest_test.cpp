#include "crypto/running_digest.hpp"

#include <gtest/gtest.h>

#include "crypto/digest.hpp"

namespace cairn::crypto {

namespace {

TEST(RunningSha256, PiecesAreOneText)
{
    RunningSha256 digest;
    for (const auto* piece : {"what do ya ", "", "want ", "for nothing?"}) digest.add(piece);
    EXPECT_EQ(digest.hex(), sha256_hex("what do ya want for nothing?"));
    EXPECT_EQ(RunningSha256().hex(), sha256_hex(""));
}

} // namespace

} // namespace cairn::crypto
