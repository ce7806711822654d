#include "crypto/openpgp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/encoding.hpp"
#include "crypto/test_openpgp_keys.hpp"

namespace cairn::crypto::openpgp {
namespace {

using testing::UnorderedElementsAre;

constexpr Time now{1'900'000'000};

Certificate key(std::string_view armor) { return Certificate::from_armor(armor).value(); }
Signature signature(std::string_view armor) { return Signature::from_armor(armor).value(); }

// The armor's bytes with a change, in armor again.
std::string changed(std::string_view armor, std::string_view label, const std::function<void(std::string&)>& change)
{
    auto bytes = read_armor(armor, label).value();
    change(bytes);
    const std::string name(label);
    return "-----BEGIN PGP " + name + "-----\n\n" + base64_encode(bytes) + "\n-----END PGP " + name + "-----\n";
}

TEST(OpenPgp, EveryAlgorithmOfGnuPgVerifies)
{
    for (const auto& [armor, made] : {
             std::pair{samples::rsa_key, samples::rsa_signature},
             std::pair{samples::rsa_key, samples::rsa_sha512_signature},
             std::pair{samples::dsa_key, samples::dsa_signature},
             std::pair{samples::p256_key, samples::p256_signature},
             std::pair{samples::p384_key, samples::p384_signature},
             std::pair{samples::p521_key, samples::p521_signature},
             std::pair{samples::ed25519_key, samples::ed25519_signature},
             std::pair{samples::ed25519_key, samples::ed25519_subkey_signature},
         }) {
        const auto owner = Certificate::from_armor(armor);
        ASSERT_TRUE(owner) << armor << owner.error().message;
        EXPECT_TRUE(owner->signed_data(signature(made), samples::message, now)) << armor;
        EXPECT_FALSE(owner->signed_data(signature(made), "another message", now)) << armor;
        EXPECT_FALSE(key(armor == samples::rsa_key ? samples::p256_key : samples::rsa_key)
                         .signed_data(signature(made), samples::message, now));
    }
}

TEST(OpenPgp, AKeyTellsWhatItIs)
{
    const auto edda = key(samples::ed25519_key);
    EXPECT_EQ(edda.primary.fingerprint(), samples::ed25519_fingerprint);
    EXPECT_EQ(edda.primary.id(), samples::ed25519_fingerprint.substr(24));
    EXPECT_EQ(to_rfc3339(edda.primary.created()), "2020-01-01T00:00:00Z");
    EXPECT_EQ(edda.primary.expires, Time::never());
    EXPECT_TRUE(edda.primary.can_sign());
    EXPECT_FALSE(edda.primary.can_encrypt());
    ASSERT_EQ(edda.subkeys.size(), 2U);
    EXPECT_FALSE(edda.subkeys[0].can_sign());
    EXPECT_TRUE(edda.subkeys[0].can_encrypt());
    EXPECT_FALSE(edda.subkeys[0].may_sign);
    EXPECT_EQ(edda.subkeys[1].id(), samples::ed25519_signing_subkey_id);
    EXPECT_TRUE(edda.subkeys[1].may_sign);

    const auto rita = key(samples::rsa_key);
    EXPECT_TRUE(rita.primary.can_sign());
    EXPECT_TRUE(rita.primary.can_encrypt());
    EXPECT_FALSE(key(samples::dsa_key).subkeys.at(0).can_sign());
    EXPECT_EQ(to_rfc3339(key(samples::expired_key).primary.expires), "2021-01-01T00:00:00Z");
}

TEST(OpenPgp, OnlyIdentitiesThatTheKeySignedAndDidNotRevokeCount)
{
    EXPECT_THAT(key(samples::ed25519_key).emails, UnorderedElementsAre("Edda@Example.com", "edda@two.example"));
    EXPECT_THAT(key(samples::rsa_key).emails, UnorderedElementsAre("rita@example.com"));
    const auto forged = changed(samples::ed25519_key, "PUBLIC KEY BLOCK",
                                [](std::string& bytes) { bytes.replace(bytes.find("edda@two"), 8, "evil@two"); });
    EXPECT_THAT(key(forged).emails, UnorderedElementsAre("Edda@Example.com"));
    const auto nobody = changed(samples::rsa_key, "PUBLIC KEY BLOCK",
                                [](std::string& bytes) { bytes.replace(bytes.find("Rita"), 4, "Dora"); });
    EXPECT_EQ(Certificate::from_armor(nobody).error().code, Errc::unprocessable);
}

TEST(OpenPgp, ASubkeyThatDoesNotAgreeMaySignNothing)
{
    // The last packet binds the signing subkey; without its embedded signature anybody could claim another's key.
    const auto claimed = changed(samples::ed25519_key, "PUBLIC KEY BLOCK", [](std::string& bytes) {
        const auto packets = read_packets(bytes, 100).value();
        const auto binding = packets.back().body;
        const auto at = static_cast<std::size_t>(binding.data() - bytes.data()) + binding.size() - 70;
        bytes[at - 20] ^= 1; // in the embedded signature or in the binding's own: either way it no longer holds
    });
    const auto read = Certificate::from_armor(claimed);
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->signed_data(signature(samples::ed25519_subkey_signature), samples::message, now));
    EXPECT_TRUE(read->signed_data(signature(samples::ed25519_signature), samples::message, now));
}

TEST(OpenPgp, LinesOfTextMayEndInEitherWay)
{
    const auto made = signature(samples::ed25519_text_signature);
    ASSERT_EQ(made.type, 1);
    const auto edda = key(samples::ed25519_key);
    EXPECT_TRUE(edda.signed_data(made, "a line\nanother\n", now));
    EXPECT_TRUE(edda.signed_data(made, "a line\r\nanother\r\n", now));
    EXPECT_FALSE(edda.signed_data(made, "a line\nanother", now));
}

TEST(OpenPgp, WhatIsTooWeakOrTooLateDoesNotCount)
{
    EXPECT_FALSE(key(samples::rsa_key).signed_data(signature(samples::rsa_sha1_signature), samples::message, now));

    const auto brief = signature(samples::rsa_expired_signature);
    EXPECT_EQ(to_rfc3339(brief.expires), "2020-06-02T00:00:00Z");
    EXPECT_FALSE(key(samples::rsa_key).signed_data(brief, samples::message, now));
    EXPECT_TRUE(key(samples::rsa_key).signed_data(brief, samples::message, brief.created));

    // Made while the key was good, so it stays good; a later one would not be.
    auto late = signature(samples::expired_key_signature);
    EXPECT_TRUE(key(samples::expired_key).signed_data(late, samples::message, now));
    auto sooner = key(samples::expired_key);
    sooner.primary.expires = late.created;
    EXPECT_FALSE(sooner.signed_data(late, samples::message, now));
}

TEST(OpenPgp, WhatIsNoUsableKeyIsRefusedWithWords)
{
    const auto& good = samples::rsa_key;
    for (const std::string& text : std::vector<std::string>{
             "", "no key", std::string(samples::revoked_key), std::string(samples::two_keys),
             std::string(samples::rsa_signature), std::string(good.substr(0, good.size() / 2)),
             "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----\n",
             "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n-----END PGP PUBLIC KEY BLOCK-----\n",
             "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n*\n-----END PGP PUBLIC KEY BLOCK-----\n",
             changed(good, "PUBLIC KEY BLOCK", [](std::string& bytes) { bytes.resize(300); }),
             changed(good, "PUBLIC KEY BLOCK", [](std::string& bytes) { bytes.resize(0); }),
             std::string(2'000'000, 'A')}) {
        const auto read = Certificate::from_armor(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, Errc::unprocessable);
        EXPECT_FALSE(read.error().message.empty());
    }
}

TEST(OpenPgp, ArmorMayHaveHeadersCrAndOtherTextAround)
{
    std::string text = "Here is my key:\r\n";
    for (char c : samples::p256_key) text.append(c == '\n' ? "\r\n" : std::string(1, c));
    text.insert(text.find("\r\n\r\n"), "\r\nComment: mine");
    EXPECT_EQ(key(text).primary.id(), key(samples::p256_key).primary.id());
}

TEST(OpenPgp, NoPartOfASignatureThatIsMissingOrChangedGoesUnnoticed)
{
    const auto rita = key(samples::rsa_key);
    const auto packet = read_armor(samples::rsa_signature, "SIGNATURE").value();
    for (std::size_t at = 0; at < packet.size(); ++at) {
        const auto shorter = packet.substr(0, at);
        const auto packets = read_packets(shorter, 1);
        if (packets && packets->size() == 1) {
            const auto read = Signature::from_packet(packets->front().body);
            EXPECT_FALSE(read && rita.signed_data(*read, samples::message, now)) << at;
        }
    }
    const auto whole = signature(samples::rsa_signature);
    for (std::size_t at = 0; at < whole.hashed.size(); ++at) {
        auto bent = whole;
        bent.hashed[at] ^= 4;
        EXPECT_FALSE(rita.signed_data(bent, samples::message, now)) << at;
    }
}

TEST(OpenPgp, PacketsAreWrittenAsTheyAreRead)
{
    for (const std::size_t size : {0U, 191U, 192U, 8383U, 8384U, 70000U}) {
        const auto packet = write_packet(Tag::public_key, std::string(size, 'x'));
        const auto read = read_packets(packet, 1);
        ASSERT_TRUE(read) << size;
        EXPECT_EQ(read->front().body.size(), size);
        EXPECT_EQ(read->front().tag, Tag::public_key);
        EXPECT_FALSE(read_packets(packet.substr(0, packet.size() - 1), 1)) << size;
        EXPECT_FALSE(read_packets(packet + packet, 1)) << size;
    }
}

} // namespace
TEST(OpenPgpTest, WhatAKeySaysOfItselfCanBeGivenToOthers)
{
    for (const auto sample : {samples::rsa_key, samples::p256_key}) {
        const auto read = key(sample);
        const auto given = key(write_armor(read.packets, "PUBLIC KEY BLOCK", "a note"));
        EXPECT_EQ(given.primary.fingerprint(), read.primary.fingerprint());
        EXPECT_EQ(given.emails, read.emails);
        EXPECT_EQ(given.subkeys.size(), read.subkeys.size());
        EXPECT_EQ(given.packets, read.packets);
    }
    // RFC 4880, 6.1: of nothing at all.
    EXPECT_NE(write_armor("", "PUBLIC KEY BLOCK").find("\n=twTO\n"), std::string::npos);
}

} // namespace cairn::crypto::openpgp
