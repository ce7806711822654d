#include "accounts/keys/signed_requests.hpp"

#include <gtest/gtest.h>

#include "accounts/keys/key_uses.hpp"
#include "accounts/keys/public_key.hpp"
#include "config/settings.hpp"
#include "crypto/test_ssh_keys.hpp"
#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

namespace samples = crypto::samples;

constexpr Time now{1'800'000'000};

class SignedRequestsTest : public testing::Test {
protected:
    SignedRequestsTest()
    {
        db.migrate();
        ann = db->write([&](db::Transaction& tx) {
                    return create_account(tx, {.name = "ann", .email = "ann@example.com", .password_hash = {}});
                }).value();
    }

    StoredKey add(std::string_view line)
    {
        const auto read = read_public_key(settings, line).value();
        return db->write([&](db::Transaction& tx) { return add_public_key(tx, ann.id, std::string(line), read); })
            .value();
    }
    Result<StoredPrincipal> add_name(std::string_view name)
    {
        return db->write([&](db::Transaction& tx) { return add_principal(tx, settings, ann, name); });
    }
    static std::string header(std::string_view key_id, std::string_view value,
                              std::string_view covered = "(request-target)")
    {
        return "keyId=\"" + std::string(key_id) + "\",headers=\"" + std::string(covered) + "\",signature=\""
            + std::string(value) + "\"";
    }
    std::optional<Account> ask(std::string_view signature, std::string_view certificate = "",
                               std::string_view peer = "10.1.1.1")
    {
        http::Request request;
        request.method = "GET";
        request.target = "/api/v1/user";
        request.peer = peer;
        request.headers.push_back({"Signature", signature});
        while (certificate.ends_with('=')) certificate.remove_suffix(1);
        if (!certificate.empty()) request.headers.push_back({"X-Ssh-Certificate", certificate});
        return SignedRequests(*db, settings, uses).signer(request, now);
    }

    db::TestDatabase db{db::Options::Engine::sqlite};
    config::Settings settings;
    KeyUses uses{*db};
    Account ann;
};

TEST_F(SignedRequestsTest, ARegisteredKeySignsForItsAccount)
{
    for (const auto& [line, fingerprint, value] : {
             std::tuple{samples::rsa_line, samples::rsa_fingerprint, samples::rsa_request},
             std::tuple{samples::p256_line, samples::p256_fingerprint, samples::p256_request},
             std::tuple{samples::ed25519_line, samples::ed25519_fingerprint, samples::ed25519_request},
         }) {
        EXPECT_FALSE(ask(header(fingerprint, value))) << "not registered yet";
        const auto key = add(line);
        const auto signer = ask(header(fingerprint, value));
        ASSERT_TRUE(signer) << line;
        EXPECT_EQ(signer->id, ann.id);
        EXPECT_EQ(uses.latest(key.id, {}), now);
    }
}

TEST_F(SignedRequestsTest, AnotherKeyOrTextDoesNot)
{
    add(samples::ed25519_line);
    add(samples::p256_line);
    EXPECT_FALSE(ask(header(samples::ed25519_fingerprint, samples::p256_request)));
    EXPECT_FALSE(ask(header(samples::p256_fingerprint, samples::ed25519_request)));
    EXPECT_FALSE(ask(header(samples::ed25519_fingerprint, samples::ed25519_bare)));
    EXPECT_FALSE(ask(header("ann", samples::ed25519_request)));
    EXPECT_FALSE(ask(header(samples::ed25519_fingerprint, samples::ed25519_request, "(request-target) host")));
}

TEST_F(SignedRequestsTest, ADeployKeyOpensNoAccount)
{
    const auto key = add(samples::ed25519_line);
    db->write([&](db::Transaction& tx) { tx.run("UPDATE public_key SET account_id = NULL WHERE id = $1", key.id); });
    EXPECT_FALSE(ask(header(samples::ed25519_fingerprint, samples::ed25519_request)));
}

TEST_F(SignedRequestsTest, ASignedBodyMayNotBeExchanged)
{
    add(samples::ed25519_line);
    const auto signature =
        header(samples::ed25519_fingerprint, samples::ed25519_request_with_body, "(request-target) digest");
    http::Request request;
    request.method = "POST";
    request.target = "/api/v1/user/keys";
    request.headers = {{"Signature", signature}, {"Digest", "SHA-256=dxgk3kIodkL6D74LVouAzDKQ4pt9PNbvvHsbjrEDewQ="}};
    request.body = "a body";
    SignedRequests signed_requests(*db, settings, uses);
    if (!signed_requests.signer(request, now)) GTEST_FAIL() << "the digest of the body is what was signed";
    request.body = "another body";
    EXPECT_FALSE(signed_requests.signer(request, now));
}

class CertificateTest : public SignedRequestsTest {
protected:
    CertificateTest() { settings.server.ssh_trusted_user_ca_keys = {std::string(samples::ed25519_line)}; }

    std::string signature = header("", samples::certified_by_ed25519_request);
};

TEST_F(CertificateTest, ATrustedAuthorityMaySayWhoseAKeyIs)
{
    EXPECT_FALSE(ask(signature, samples::certificate_by_ed25519)) << "nobody is called so";
    ASSERT_TRUE(add_name("ann@example.com"));
    const auto signer = ask(signature, samples::certificate_by_ed25519);
    ASSERT_TRUE(signer);
    EXPECT_EQ(signer->id, ann.id);
}

TEST_F(CertificateTest, EverythingMustHold)
{
    ASSERT_TRUE(add_name("ann"));
    ASSERT_TRUE(ask(signature, samples::certificate_by_ed25519));
    EXPECT_FALSE(ask(signature, samples::certificate_by_rsa)) << "not a trusted authority";
    EXPECT_FALSE(ask(signature, samples::certificate_of_2020));
    EXPECT_FALSE(ask(signature, samples::certificate_of_a_host));
    EXPECT_FALSE(ask(signature, samples::certificate_with_command));
    EXPECT_FALSE(ask(signature, samples::certificate_with_unknown_option));
    EXPECT_TRUE(ask(signature, samples::certificate_with_addresses));
    EXPECT_FALSE(ask(signature, samples::certificate_with_addresses, "192.0.2.1"));
    EXPECT_FALSE(ask(signature, samples::certificate_of_rsa)) << "another key signed the request";
    EXPECT_FALSE(ask(signature, "AAAA"));
    EXPECT_FALSE(ask(signature, "%%%"));
    settings.server.ssh_trusted_user_ca_keys.clear();
    EXPECT_FALSE(ask(signature, samples::certificate_by_ed25519));
}

TEST_F(CertificateTest, ACertificateThatDoesNotHoldIsNotMadeUpForByAKey)
{
    settings.server.ssh_trusted_user_ca_keys.clear();
    add(samples::ed25519_line);
    EXPECT_TRUE(ask(header(samples::ed25519_fingerprint, samples::ed25519_request)));
    EXPECT_FALSE(ask(header(samples::ed25519_fingerprint, samples::ed25519_request), samples::certificate_by_ed25519));
}

TEST_F(CertificateTest, AnAuthorityThatIsNoKeyStopsTheProgram)
{
    settings.server.ssh_trusted_user_ca_keys.push_back("ssh-ed25519 AAAA");
    EXPECT_THROW(SignedRequests(*db, settings, uses), std::runtime_error);
}

TEST_F(CertificateTest, PrincipalsAreThoseThatTheSettingsAllow)
{
    using config::PrincipalKind;
    EXPECT_TRUE(add_name(" ann "));
    EXPECT_FALSE(add_name("ann")) << "taken";
    EXPECT_TRUE(add_name("ann@example.com"));
    EXPECT_FALSE(add_name("root"));
    EXPECT_FALSE(add_name(""));
    EXPECT_FALSE(add_name("two\nlines"));
    settings.server.ssh_authorized_principals_allow = {PrincipalKind::anything};
    EXPECT_TRUE(add_name("root"));
    settings.server.ssh_authorized_principals_allow = {PrincipalKind::off, PrincipalKind::anything};
    EXPECT_FALSE(add_name("other"));

    auto names = principals_of(*db, ann.id);
    ASSERT_EQ(names.size(), 3U);
    EXPECT_EQ(names[0].name, "ann");
    EXPECT_TRUE(db->write([&](db::Transaction& tx) { return delete_principal(tx, ann.id, names[0].id); }));
    EXPECT_FALSE(db->write([&](db::Transaction& tx) { return delete_principal(tx, ann.id, names[0].id); }));
}

TEST_F(SignedRequestsTest, TheSettingsSayHowManyBitsAKeyNeeds)
{
    EXPECT_FALSE(read_public_key(settings, samples::weak_rsa_line));
    EXPECT_TRUE(read_public_key(settings, samples::rsa_line));
    settings.ssh_minimum_key_sizes.rsa = 2048;
    settings.ssh_minimum_key_sizes.ecdsa = 384;
    settings.ssh_minimum_key_sizes.ed25519 = -1;
    EXPECT_TRUE(read_public_key(settings, samples::weak_rsa_line));
    EXPECT_FALSE(read_public_key(settings, samples::p256_line));
    EXPECT_TRUE(read_public_key(settings, samples::p256_sk_line));
    EXPECT_TRUE(read_public_key(settings, samples::p384_line));
    EXPECT_FALSE(read_public_key(settings, samples::ed25519_line));
}

} // namespace
} // namespace cairn::accounts
