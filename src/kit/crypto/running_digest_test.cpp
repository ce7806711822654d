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

TEST(RunningDigest, EveryHashGivesItsOwnDigest)
{
    const auto digest = [](DigestName hash) {
        RunningDigest running(hash);
        running.add("abc");
        return running.hex();
    };
    EXPECT_EQ(digest(DigestName::md5), md5_hex("abc"));
    EXPECT_EQ(digest(DigestName::sha1), sha1_hex("abc"));
    EXPECT_EQ(digest(DigestName::sha256), sha256_hex("abc"));
    EXPECT_EQ(digest(DigestName::sha512), sha512_hex("abc"));
}

} // namespace

} // namespace cairn::crypto
