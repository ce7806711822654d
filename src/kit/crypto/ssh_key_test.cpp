#include "crypto/ssh_key.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"
#include "crypto/ssh_wire.hpp"
#include "crypto/test_ssh_keys.hpp"

namespace cairn::crypto {
namespace {

SshKey key(std::string_view text) { return read_ssh_key(text).value().key; }
std::string bytes(std::string_view base64) { return base64_decode(base64).value(); }
std::string_view first_two_words(std::string_view line) { return line.substr(0, line.find(' ', line.find(' ') + 1)); }

TEST(SshKey, EveryTypeIsReadWithItsSizeAndComment)
{
    struct Case {
        std::string_view line;
        SshKeyType type;
        std::size_t bits;
        std::string_view comment;
    };
    for (const auto& c : {
             Case{samples::rsa_line, SshKeyType::rsa, 3072, "rsa@example"},
             Case{samples::weak_rsa_line, SshKeyType::rsa, 2048, "weak@example"},
             Case{samples::p256_line, SshKeyType::ecdsa, 256, "p256@example"},
             Case{samples::p384_line, SshKeyType::ecdsa, 384, "p384@example"},
             Case{samples::p521_line, SshKeyType::ecdsa, 521, "p521@example"},
             Case{samples::ed25519_line, SshKeyType::ed25519, 256, "ed@example"},
             Case{samples::ed25519_sk_line, SshKeyType::ed25519_sk, 256, "touch"},
             Case{samples::p256_sk_line, SshKeyType::ecdsa_sk, 256, ""},
         }) {
        const auto read = read_ssh_key(c.line);
        ASSERT_TRUE(read) << c.line << ": " << read.error().message;
        EXPECT_EQ(read->key.type(), c.type) << c.line;
        EXPECT_EQ(read->key.bits(), c.bits) << c.line;
        EXPECT_EQ(read->comment, c.comment);
        EXPECT_EQ(read->key.content(), first_two_words(c.line));
    }
}

TEST(SshKey, FingerprintsAreThoseOfSshKeygen)
{
    EXPECT_EQ(key(samples::rsa_line).fingerprint(), samples::rsa_fingerprint);
    EXPECT_EQ(key(samples::p256_line).fingerprint(), samples::p256_fingerprint);
    EXPECT_EQ(key(samples::p384_line).fingerprint(), samples::p384_fingerprint);
    EXPECT_EQ(key(samples::p521_line).fingerprint(), samples::p521_fingerprint);
    EXPECT_EQ(key(samples::ed25519_line).fingerprint(), samples::ed25519_fingerprint);
}

TEST(SshKey, OtherFormsGiveTheSameKey)
{
    EXPECT_EQ(key(samples::rsa_pem).content(), first_two_words(samples::rsa_line));
    EXPECT_EQ(key(samples::rsa_pkcs1).content(), first_two_words(samples::rsa_line));
    EXPECT_EQ(key(samples::p384_pem).content(), first_two_words(samples::p384_line));
    EXPECT_EQ(key(samples::ed25519_pem).content(), first_two_words(samples::ed25519_line));

    const auto ssh2 = read_ssh_key(samples::p521_ssh2).value();
    EXPECT_EQ(ssh2.key.content(), first_two_words(samples::p521_line));
    EXPECT_FALSE(ssh2.comment.empty());
    EXPECT_EQ(ssh2.comment.find('"'), std::string::npos);
}

TEST(SshKey, PastedTextMayHaveBlanksAroundItAndLineBreaksInIt)
{
    const std::string line(samples::rsa_line);
    EXPECT_EQ(read_ssh_key("  \r\n" + line + "\n\n").value().comment, "rsa@example");
    auto broken = line;
    for (std::size_t at = 70; at < 400; at += 70) broken.insert(at, "\r\n");
    EXPECT_EQ(key(broken).content(), first_two_words(line));
    EXPECT_EQ(key(line.substr(8, line.rfind(' ') - 8)).content(), first_two_words(line)) << "the type is in the key";
    EXPECT_EQ(read_ssh_key(std::string(first_two_words(line)) + " two  words ").value().comment, "two  words");
}

TEST(SshKey, WhatIsNoUsableKeyIsRefusedWithWords)
{
    const std::string ed(samples::ed25519_line);
    const std::string blob = key(ed).blob();
    for (const std::string& text : std::vector<std::string>{
             "", "not a key", "ssh-ed25519 AAAA", "ssh-ed25519", std::string(samples::dsa_line),
             "ssh-rsa" + ed.substr(11), // another type than the key has
             "command=\"date\" " + ed,  // options of authorized_keys
             ed + "\n" + std::string(samples::p256_line), ed + "\nssh-rsa",
             std::string(first_two_words(ed)) + " bell\a", "ssh-ed25519 " + base64_encode(blob + "x"),
             "ssh-ed25519 " + base64_encode(blob.substr(0, blob.size() - 1)),
             "ssh-ed25519-cert-v01@openssh.com " + std::string(samples::certificate_by_rsa),
             "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
             "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "-----BEGIN PUBLIC KEY-----",
             "---- BEGIN SSH2 PUBLIC KEY ----\nAAAA", std::string(20000, 'A')}) {
        const auto read = read_ssh_key(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, Errc::unprocessable);
        EXPECT_FALSE(read.error().message.empty());
    }
}

TEST(SshKey, AKeyHasOnlyOneEncoding)
{
    std::string padded;
    append_ssh_string(padded, "ssh-rsa");
    append_ssh_string(padded, std::string_view("\0\1\0\1", 4)); // a zero too many before 65537
    append_ssh_mpint(padded, std::string(385, '\x7f'));
    EXPECT_FALSE(SshKey::from_blob(padded));

    const auto p256 = key(samples::p256_line).blob();
    auto off_the_curve = p256;
    off_the_curve.back() ^= 1;
    EXPECT_TRUE(SshKey::from_blob(p256));
    EXPECT_FALSE(SshKey::from_blob(off_the_curve));
}

TEST(SshKey, RsaNumbersThatWouldBeSlowOrMeaninglessAreRefused)
{
    const auto rsa = [](const std::string& exponent, const std::string& modulus) {
        std::string blob;
        append_ssh_string(blob, "ssh-rsa");
        append_ssh_mpint(blob, exponent);
        append_ssh_mpint(blob, modulus);
        return SshKey::from_blob(blob).has_value();
    };
    const std::string modulus(384, '\x7f');
    const std::string f4{'\1', '\0', '\1'};
    EXPECT_TRUE(rsa(f4, modulus));
    EXPECT_TRUE(rsa(f4, std::string(2048, '\x7f')));
    EXPECT_FALSE(rsa(f4, std::string(2049, '\x7f')));
    EXPECT_FALSE(rsa(modulus, modulus));
    EXPECT_FALSE(rsa("\1", modulus));
    EXPECT_FALSE(rsa("\2", modulus));
    EXPECT_FALSE(rsa(f4, modulus + '\2'));
}

TEST(SshKey, BareSignaturesVerifyWithTheHashesThatClientsUse)
{
    EXPECT_TRUE(key(samples::rsa_line).verify_bare(samples::message, bytes(samples::rsa_bare_sha256)));
    EXPECT_TRUE(key(samples::rsa_line).verify_bare(samples::message, bytes(samples::rsa_bare_sha512)));
    EXPECT_FALSE(key(samples::rsa_line).verify_bare(samples::message, bytes(samples::rsa_bare_sha1)));
    EXPECT_TRUE(key(samples::p256_line).verify_bare(samples::message, bytes(samples::p256_bare_sha256)));
    EXPECT_TRUE(key(samples::p256_line).verify_bare(samples::message, bytes(samples::p256_bare_sha512)));
    EXPECT_TRUE(key(samples::p256_line).verify_bare(samples::message, bytes(samples::p256_bare_pair)));
    EXPECT_TRUE(key(samples::p384_line).verify_bare(samples::message, bytes(samples::p384_bare_sha384)));
    EXPECT_TRUE(key(samples::p384_line).verify_bare(samples::message, bytes(samples::p384_bare_pair)));
    EXPECT_TRUE(key(samples::p521_line).verify_bare(samples::message, bytes(samples::p521_bare_sha512)));
    EXPECT_TRUE(key(samples::p521_line).verify_bare(samples::message, bytes(samples::p521_bare_pair)));
    EXPECT_TRUE(key(samples::ed25519_line).verify_bare(samples::message, bytes(samples::ed25519_bare)));
    EXPECT_FALSE(key(samples::ed25519_sk_line).verify_bare(samples::message, bytes(samples::ed25519_bare)));
}

TEST(SshKey, ABareSignatureOverOtherBytesOrByAnotherKeyDoesNotVerify)
{
    for (const auto& [line, base64] : {
             std::pair{samples::rsa_line, samples::rsa_bare_sha256},
             std::pair{samples::p256_line, samples::p256_bare_sha256},
             std::pair{samples::p256_line, samples::p256_bare_pair},
             std::pair{samples::ed25519_line, samples::ed25519_bare},
         }) {
        const auto signature = bytes(base64);
        EXPECT_FALSE(key(line).verify_bare("another message", signature));
        EXPECT_FALSE(key(line).verify_bare("", signature));
        EXPECT_FALSE(key(line).verify_bare(samples::message, ""));
        EXPECT_FALSE(key(line).verify_bare(samples::message, signature.substr(1)));
        EXPECT_FALSE(key(line).verify_bare(samples::message, signature + "x"));
        EXPECT_FALSE(key(samples::p521_line).verify_bare(samples::message, signature));
    }
    EXPECT_FALSE(key(samples::p256_line).verify_bare(samples::message, std::string(64, '\0')));
}

TEST(SshKey, ASecurityKeySignsOnlyWhenItIsTouched)
{
    const auto ed = key(samples::ed25519_sk_line);
    EXPECT_TRUE(ed.verify(samples::message, bytes(samples::ed25519_sk_touched_signature)));
    EXPECT_FALSE(ed.verify("another message", bytes(samples::ed25519_sk_touched_signature)));
    EXPECT_FALSE(ed.verify(samples::message, bytes(samples::ed25519_sk_untouched_signature)));
    auto forged = bytes(samples::ed25519_sk_untouched_signature);
    forged[forged.size() - 5] = 1;
    EXPECT_FALSE(ed.verify(samples::message, forged));
    EXPECT_TRUE(key(samples::p256_sk_line).verify(samples::message, bytes(samples::p256_sk_signature)));
    EXPECT_FALSE(key(samples::p256_line).verify(samples::message, bytes(samples::p256_sk_signature)));
}

TEST(SshReader, StopsAtTheFirstThingThatIsMissing)
{
    SshReader reader(std::string_view("\0\0\0\2ab\0\0\0\3c", 11));
    EXPECT_EQ(reader.string(), "ab");
    EXPECT_EQ(reader.string(), "");
    EXPECT_TRUE(reader.bad());
    EXPECT_FALSE(reader.at_end());
    EXPECT_EQ(reader.uint32(), 0U);
    EXPECT_TRUE(reader.rest().empty());

    SshReader endless(std::string_view("\xff\xff\xff\xff", 4));
    EXPECT_EQ(endless.string(), "");
    EXPECT_TRUE(endless.bad());
}

} // namespace
} // namespace cairn::crypto
