#include "accounts/keys/gpg_key.hpp"

#include <gtest/gtest.h>

#include "accounts/deletion_check.hpp"
#include "config/settings.hpp"
#include "crypto/test_openpgp_keys.hpp"
#include "db/test_database.hpp"
#include "events/events.hpp"

namespace cairn::accounts {
namespace {

namespace openpgp = crypto::openpgp;
namespace samples = crypto::openpgp::samples;

constexpr Time now{1'900'000'000};

class GpgKeyTest : public testing::Test {
protected:
    GpgKeyTest()
    {
        db.migrate();
        edda = create("edda");
        rita = create("rita");
    }
    Account create(const std::string& name)
    {
        return db
            ->write([&](db::Transaction& tx) {
                return create_account(tx, {.name = name, .email = name + "@example.com", .password_hash = {}});
            })
            .value();
    }
    Result<std::int64_t> add(const Account& account, std::string_view armor, bool proved = false)
    {
        const auto certificate = openpgp::Certificate::from_armor(armor).value();
        return db->write([&](db::Transaction& tx) { return add_gpg_key(tx, account, certificate, proved); });
    }
    std::optional<StoredGpgKey> signer(std::string_view signature, std::string_view data = samples::message)
    {
        return find_gpg_signer(*db, openpgp::Signature::from_armor(signature).value(), data, now);
    }

    db::TestDatabase db{db::Options::Engine::sqlite};
    config::Settings settings;
    Account edda;
    Account rita;
};

TEST_F(GpgKeyTest, WithoutProofAnAddressHasToBeTheAccounts)
{
    EXPECT_EQ(add(rita, samples::ed25519_key).error().code, Errc::not_found);
    ASSERT_TRUE(add(edda, samples::ed25519_key));
    EXPECT_EQ(add(edda, samples::ed25519_key).error().code, Errc::unprocessable);
    EXPECT_EQ(add(rita, samples::ed25519_key, true).error().code, Errc::unprocessable) << "one key, one account";
    EXPECT_TRUE(add(edda, samples::p256_key, true));
}

TEST_F(GpgKeyTest, WhoeverSignedIsFoundByKeyOrSubkey)
{
    EXPECT_FALSE(signer(samples::ed25519_signature));
    const auto id = add(edda, samples::ed25519_key).value();
    for (const auto signature : {samples::ed25519_signature, samples::ed25519_subkey_signature}) {
        const auto found = signer(signature);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->id, id);
        EXPECT_EQ(found->account_id, edda.id);
        EXPECT_EQ(found->emails, "edda@example.com") << "as the account spells it";
        EXPECT_FALSE(found->verified);
        EXPECT_FALSE(signer(signature, "another message"));
    }
    EXPECT_FALSE(signer(samples::rsa_signature));
}

TEST_F(GpgKeyTest, TheKeysOfAnAccountAreFoundByAnyOfTheirIds)
{
    const auto id = add(edda, samples::ed25519_key).value();
    const auto by_primary = signing_keys(*db, edda.id, samples::ed25519_fingerprint.substr(24));
    const auto by_subkey = signing_keys(*db, edda.id, samples::ed25519_signing_subkey_id);
    ASSERT_EQ(by_primary.size(), 2U) << "the subkey for encryption is not among them";
    EXPECT_EQ(by_primary.front().id, id);
    ASSERT_EQ(by_subkey.size(), 2U);
    EXPECT_EQ(by_subkey.front().id, id);
    EXPECT_TRUE(signing_keys(*db, rita.id, samples::ed25519_signing_subkey_id).empty());

    db->write([&](db::Transaction& tx) { mark_verified(tx, id); });
    EXPECT_TRUE(signer(samples::ed25519_subkey_signature)->verified);
}

TEST_F(GpgKeyTest, TheTokenIsOfTheMinuteAndThePerson)
{
    const auto token = gpg_token(settings, edda, now);
    EXPECT_EQ(token.size(), 64U);
    EXPECT_EQ(gpg_token(settings, edda, {now.seconds - now.seconds % 60}), token);
    EXPECT_NE(gpg_token(settings, edda, {now.seconds + 60}), token);
    EXPECT_NE(gpg_token(settings, rita, now), token);
    const auto keys = signing_keys(openpgp::Certificate::from_armor(samples::ed25519_key).value());
    EXPECT_FALSE(proves_possession(keys, settings, edda, samples::ed25519_signature));
    EXPECT_FALSE(proves_possession(keys, settings, edda, "garbage"));
}

TEST_F(GpgKeyTest, KeysGoWithTheirAccount)
{
    static_cast<void>(add(edda, samples::ed25519_key).value());
    ASSERT_TRUE(db->write([&](db::Transaction& tx) { return delete_account(tx, {}, events::Bus(), edda); }));
    EXPECT_EQ(db->scalar<std::int64_t>("SELECT count(*) FROM gpg_key"), 0);
    EXPECT_TRUE(add(rita, samples::ed25519_key, true));
}

} // namespace
} // namespace cairn::accounts
