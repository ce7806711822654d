#include "crypto/ssh_certificate.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"
#include "crypto/test_ssh_keys.hpp"

namespace cairn::crypto {
namespace {

constexpr Time now{1'800'000'000};
constexpr std::string_view here = "10.1.2.3";

std::string bytes(std::string_view base64) { return base64_decode(base64).value(); }
SshCertificate certificate(std::string_view base64) { return SshCertificate::from_blob(bytes(base64)).value(); }

TEST(SshCertificate, TellsForWhomItIsAndWhoSaysSo)
{
    const auto read = certificate(samples::certificate_by_rsa);
    EXPECT_EQ(read.key_id(), "ann's key");
    EXPECT_EQ(read.principals(), (std::vector<std::string>{"ann", "ann@example.com"}));
    EXPECT_EQ(read.key().type(), SshKeyType::ed25519);
    EXPECT_EQ(read.authority().fingerprint(), samples::rsa_fingerprint);
    EXPECT_TRUE(read.allows(now, here));
}

TEST(SshCertificate, EveryKindOfAuthorityIsBelievedOnlyWithItsSignature)
{
    for (const auto base64 : {samples::certificate_by_rsa, samples::certificate_by_p256, samples::certificate_by_p384,
                              samples::certificate_by_p521, samples::certificate_by_ed25519}) {
        auto blob = bytes(base64);
        EXPECT_TRUE(SshCertificate::from_blob(blob).value().is_signed());
        const auto at = blob.find("ann@");
        blob.replace(at, 4, "bob@");
        const auto forged = SshCertificate::from_blob(blob).value();
        EXPECT_EQ(forged.principals()[1], "bob@example.com");
        EXPECT_FALSE(forged.is_signed());
    }
    EXPECT_FALSE(certificate(samples::certificate_by_rsa_with_sha1).is_signed());
}

TEST(SshCertificate, EveryKindOfKeyCanBeCertified)
{
    EXPECT_EQ(certificate(samples::certificate_of_rsa).key().fingerprint(), samples::rsa_fingerprint);
    EXPECT_EQ(certificate(samples::certificate_of_p256).key().fingerprint(), samples::p256_fingerprint);
    EXPECT_TRUE(certificate(samples::certificate_of_rsa).is_signed());
    EXPECT_TRUE(certificate(samples::certificate_of_p256).is_signed());
}

TEST(SshCertificate, HoldsOnlyInItsTime)
{
    const auto of_2020 = certificate(samples::certificate_of_2020);
    EXPECT_FALSE(of_2020.allows({1577836799}, here));
    EXPECT_TRUE(of_2020.allows({1577836800}, here));
    EXPECT_TRUE(of_2020.allows({1609459199}, here));
    EXPECT_FALSE(of_2020.allows({1609459200}, here));
    EXPECT_FALSE(of_2020.allows(now, here));
}

TEST(SshCertificate, OnlyThatOfAPersonAllowsAnything)
{
    EXPECT_TRUE(certificate(samples::certificate_of_a_host).is_signed());
    EXPECT_FALSE(certificate(samples::certificate_of_a_host).allows(now, here));
}

TEST(SshCertificate, ACriticalOptionHoldsOrForbids)
{
    EXPECT_FALSE(certificate(samples::certificate_with_command).allows(now, here));
    EXPECT_FALSE(certificate(samples::certificate_with_unknown_option).allows(now, here));
    const auto bound = certificate(samples::certificate_with_addresses);
    EXPECT_TRUE(bound.allows(now, "10.255.0.1"));
    EXPECT_TRUE(bound.allows(now, "::ffff:10.0.0.1"));
    EXPECT_TRUE(bound.allows(now, "2001:db8:1::1"));
    EXPECT_FALSE(bound.allows(now, "11.0.0.1"));
    EXPECT_FALSE(bound.allows(now, "2001:db9::1"));
    EXPECT_FALSE(bound.allows(now, ""));
}

TEST(SshCertificate, AListOfAddressesThatCannotBeReadHoldsNobody)
{
    EXPECT_TRUE(address_in_list("10.0.0.1", "10.0.0.1"));
    EXPECT_TRUE(address_in_list("10.0.0.1", "0.0.0.0/0"));
    EXPECT_FALSE(address_in_list("::1", "0.0.0.0/0"));
    EXPECT_FALSE(address_in_list("10.0.0.1", "10.0.0.2/31"));
    EXPECT_TRUE(address_in_list("10.0.0.3", "10.0.0.2/31"));
    for (const auto list :
         {"", "10.0.0.1,", "10.0.0.1/33", "10.0.0.1/-1", "10.0.0.1/", "10.0.0.1,nonsense", "!10.0.0.1"})
        EXPECT_FALSE(address_in_list("10.0.0.1", list)) << list;
}

TEST(SshCertificate, NoBeginningOfOneIsACertificate)
{
    const auto blob = bytes(samples::certificate_with_addresses);
    for (std::size_t size = 0; size < blob.size(); ++size)
        EXPECT_FALSE(SshCertificate::from_blob(std::string_view(blob).substr(0, size))) << size;
    EXPECT_FALSE(SshCertificate::from_blob(blob + "x"));
    EXPECT_FALSE(SshCertificate::from_blob(read_ssh_key(samples::rsa_line)->key.blob()));
}

} // namespace
} // namespace cairn::crypto
