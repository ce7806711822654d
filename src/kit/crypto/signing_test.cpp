#include "crypto/signing.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "crypto/openpgp.hpp"
#include "crypto/ssh_signature.hpp"

namespace cairn::crypto {

namespace {

TEST(Signing, WhatIsSignedInOpenPgpVerifiesWithThePublishedKey)
{
    const auto key = Ed25519Key::generate();
    const auto certificate = openpgp::Certificate::from_armor(openpgp_public_key(key, "Cairn <noreply@example.com>"));
    ASSERT_TRUE(certificate) << certificate.error().message;
    EXPECT_EQ(certificate->primary.id(), openpgp_key_id(key));
    EXPECT_EQ(certificate->emails, std::vector<std::string>{"noreply@example.com"});
    EXPECT_TRUE(certificate->primary.may_sign);
    for (const std::string& data : {std::string("tree 1\n\nhello\n"), std::string(), std::string(100'000, 'x')}) {
        const auto signature = openpgp::Signature::from_armor(sign_openpgp(key, data, Time::now()));
        ASSERT_TRUE(signature);
        EXPECT_TRUE(certificate->signed_data(*signature, data, Time::now()));
        EXPECT_FALSE(certificate->signed_data(*signature, data + "!", Time::now()));
    }
}

TEST(Signing, WhatIsSignedInSshVerifiesForItsPurposeAlone)
{
    const auto key = Ed25519Key::generate();
    const auto signature = SshSignature::from_armor(sign_ssh(key, "hello", "git"));
    ASSERT_TRUE(signature);
    EXPECT_EQ(signature->key().content(), ssh_public_key(key));
    EXPECT_TRUE(signature->verifies("hello", "git"));
    EXPECT_FALSE(signature->verifies("hello", "file"));
    EXPECT_FALSE(signature->verifies("hallo", "git"));
}

TEST(Signing, AKeyIsMadeOnceAndReadFromItsFile)
{
    const auto folder = std::filesystem::path(testing::TempDir()) / ("signing-" + std::to_string(getpid()));
    const auto file = (folder / "deep" / "key.pem").string();
    const auto made = Ed25519Key::from_file(file);
    ASSERT_TRUE(made) << made.error().message;
    const auto read = Ed25519Key::from_file(file);
    ASSERT_TRUE(read);
    EXPECT_EQ(made->public_half(), read->public_half());
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    EXPECT_FALSE(Ed25519Key::from_pem("nonsense"));
    std::filesystem::remove_all(folder);
}

TEST(SshSignatures, AreReadStrictly)
{
    const auto key = Ed25519Key::generate();
    auto armored = sign_ssh(key, "hello", "git");
    EXPECT_TRUE(SshSignature::from_armor(armored));
    EXPECT_FALSE(SshSignature::from_armor(armored.substr(0, armored.size() - 10)));
    EXPECT_FALSE(SshSignature::from_armor(""));
    armored.replace(armored.find('\n') + 1, 4, "AAAA");
    EXPECT_FALSE(SshSignature::from_armor(armored));
}

} // namespace

} // namespace cairn::crypto
