#include "crypto/webauthn.hpp"

#include <gtest/gtest.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <memory>

#include "base/encoding.hpp"
#include "crypto/cbor.hpp"
#include "crypto/cose_key.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"

namespace cairn::crypto {
namespace {

// As much of a CBOR writer as an authenticator needs.
std::string head(unsigned kind, std::uint64_t value)
{
    std::string out;
    if (value < 24) return {static_cast<char>(kind << 5U | value)};
    const unsigned size = value < 256 ? 0 : value < 65536 ? 1 : 2;
    out += static_cast<char>(kind << 5U | (24 + size));
    for (int shift = (8 << size) - 8; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255U);
    return out;
}
std::string number(std::int64_t value)
{
    return value >= 0 ? head(0, static_cast<std::uint64_t>(value)) : head(1, static_cast<std::uint64_t>(-1 - value));
}
std::string bytes(std::string_view value) { return head(2, value.size()) + std::string(value); }
std::string text(std::string_view value) { return head(3, value.size()) + std::string(value); }

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

// A software authenticator with a key of one of the three kinds.
class Authenticator {
public:
    explicit Authenticator(int alg) : alg_(alg)
    {
        if (alg == -7) key_.reset(EVP_EC_gen("P-256"));
        else if (alg == -8) key_.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
        else key_.reset(EVP_RSA_gen(2048));
    }

    std::string cose() const
    {
        if (alg_ == -7) {
            unsigned char point[65];
            std::size_t size = 0;
            EXPECT_EQ(EVP_PKEY_get_octet_string_param(key_.get(), OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point, &size),
                      1);
            const std::string_view xy(reinterpret_cast<char*>(point) + 1, 64);
            return head(5, 5) + number(1) + number(2) + number(3) + number(-7) + number(-1) + number(1) + number(-2)
                + bytes(xy.substr(0, 32)) + number(-3) + bytes(xy.substr(32));
        }
        if (alg_ == -8) {
            unsigned char x[32];
            std::size_t size = sizeof x;
            EXPECT_EQ(EVP_PKEY_get_raw_public_key(key_.get(), x, &size), 1);
            return head(5, 4) + number(1) + number(1) + number(3) + number(-8) + number(-1) + number(6) + number(-2)
                + bytes({reinterpret_cast<char*>(x), 32});
        }
        return head(5, 4) + number(1) + number(3) + number(3) + number(-257) + number(-1)
            + bytes(big_number(OSSL_PKEY_PARAM_RSA_N)) + number(-2) + bytes(big_number(OSSL_PKEY_PARAM_RSA_E));
    }

    std::string sign(std::string_view message) const
    {
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
        EXPECT_EQ(EVP_DigestSignInit(context.get(), nullptr, alg_ == -8 ? nullptr : EVP_sha256(), nullptr, key_.get()),
                  1);
        std::string signature(512, '\0');
        std::size_t size = signature.size();
        EXPECT_EQ(EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                                 reinterpret_cast<const unsigned char*>(message.data()), message.size()),
                  1);
        signature.resize(size);
        return signature;
    }

private:
    std::string big_number(const char* name) const
    {
        BIGNUM* number = nullptr;
        EXPECT_EQ(EVP_PKEY_get_bn_param(key_.get(), name, &number), 1);
        std::string out(static_cast<std::size_t>(BN_num_bytes(number)), '\0');
        BN_bn2bin(number, reinterpret_cast<unsigned char*>(out.data()));
        BN_free(number);
        return out;
    }

    int alg_;
    Key key_;
};

std::string view(const Digest<32>& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

const RelyingParty party{.id = "example.org", .origin = "https://example.org"};

std::string authenticator_data(unsigned flags, std::uint32_t count, std::string_view rest = "",
                               std::string_view site = "example.org")
{
    std::string out = view(sha256(site));
    out += static_cast<char>(flags);
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(count >> shift & 255U);
    return out += rest;
}
std::string credential(std::string_view id, std::string_view key)
{
    return std::string(16, 'g') + static_cast<char>(id.size() >> 8U) + static_cast<char>(id.size() & 255U)
        + std::string(id) + std::string(key);
}
std::string attestation(std::string_view data, std::string_view format = "none", std::string_view statement = "\xa0")
{
    return head(5, 3) + text("fmt") + text(format) + text("attStmt") + std::string(statement) + text("authData")
        + bytes(data);
}
ClientData client(std::string_view type)
{
    return {.json = "{the browser's own text}",
            .type = type,
            .challenge = "challenge",
            .origin = "https://example.org",
            .cross_origin = false};
}
std::string to_sign(std::string_view data) { return std::string(data) + view(sha256(client("").json)); }

class WebauthnTest : public testing::TestWithParam<int> { };

TEST_P(WebauthnTest, AKeyIsRegisteredAndSignsIn)
{
    const Authenticator device(GetParam());
    const auto made =
        verify_registration(party, "challenge", client("webauthn.create"),
                            attestation(authenticator_data(0x45, 7, credential("the id", device.cose()))));
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->credential_id, "the id");
    EXPECT_EQ(made->public_key, device.cose());
    EXPECT_EQ(made->sign_count, 7U);

    const auto data = authenticator_data(0x01, 8);
    const auto signature = device.sign(to_sign(data));
    EXPECT_EQ(verify_assertion(party, "challenge", client("webauthn.get"), {data, signature}, made->public_key, 7), 8U);

    const Authenticator other(GetParam());
    EXPECT_FALSE(verify_assertion(party, "challenge", client("webauthn.get"), {data, signature}, other.cose(), 7));
    for (std::size_t at = 0; at < signature.size(); at += 7) {
        auto changed = signature;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_FALSE(
            verify_assertion(party, "challenge", client("webauthn.get"), {data, changed}, made->public_key, 7));
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, WebauthnTest, testing::Values(-7, -8, -257));

TEST(WebauthnCeremonyTest, EverythingAroundTheSignatureMustFit)
{
    const Authenticator device(-7);
    const auto data = authenticator_data(0x01, 0);
    const auto signature = device.sign(to_sign(data));
    const auto verify = [&](const RelyingParty& site, std::string_view challenge, const ClientData& said) {
        return verify_assertion(site, challenge, said, {data, signature}, device.cose(), 0).has_value();
    };
    const auto good = client("webauthn.get");
    EXPECT_TRUE(verify(party, "challenge", good));
    EXPECT_FALSE(verify(party, "another", good));
    EXPECT_FALSE(verify(party, "", good));
    EXPECT_FALSE(verify(party, "challenge", client("webauthn.create")));
    EXPECT_FALSE(verify({.id = "evil.org", .origin = party.origin}, "challenge", good));
    EXPECT_FALSE(verify({.id = party.id, .origin = "https://evil.org"}, "challenge", good));
    auto framed = good;
    framed.cross_origin = true;
    EXPECT_FALSE(verify(party, "challenge", framed));
    auto reworded = good;
    reworded.json = "{another text}";
    EXPECT_FALSE(verify(party, "challenge", reworded));
}

TEST(WebauthnCeremonyTest, AKeyMustBeTouched)
{
    const Authenticator device(-8);
    const auto data = authenticator_data(0x04, 1);
    EXPECT_FALSE(verify_assertion(party, "challenge", client("webauthn.get"), {data, device.sign(to_sign(data))},
                                  device.cose(), 0));
}

TEST(WebauthnCeremonyTest, ACounterThatDoesNotMoveOnTellsOfACopy)
{
    const Authenticator device(-8);
    const auto count = [&](std::uint32_t before, std::uint32_t now) {
        const auto data = authenticator_data(0x01, now);
        return verify_assertion(party, "challenge", client("webauthn.get"), {data, device.sign(to_sign(data))},
                                device.cose(), before)
            .has_value();
    };
    EXPECT_TRUE(count(0, 0));
    EXPECT_TRUE(count(5, 6));
    EXPECT_FALSE(count(5, 5));
    EXPECT_FALSE(count(5, 4));
    EXPECT_FALSE(count(5, 0));
}

TEST(WebauthnCeremonyTest, AttestationOfAnyKindIsPassedOver)
{
    const auto key = Authenticator(-8).cose();
    const auto data = authenticator_data(0x41, 0, credential("id", key));
    const auto statement = head(5, 2) + text("alg") + number(-7) + text("sig") + bytes("anything");
    EXPECT_TRUE(
        verify_registration(party, "challenge", client("webauthn.create"), attestation(data, "packed", statement)));
    EXPECT_TRUE(verify_registration(party, "challenge", client("webauthn.create"),
                                    attestation(authenticator_data(0xc1, 0, credential("id", key) + "\xa0"))));
}

TEST(WebauthnCeremonyTest, MalformedAnswersAreRefused)
{
    const auto key = Authenticator(-7).cose();
    const auto data = authenticator_data(0x41, 0, credential("id", key));
    const auto whole = attestation(data);
    const auto accepts = [](std::string_view object) {
        return verify_registration(party, "challenge", client("webauthn.create"), object).has_value();
    };
    ASSERT_TRUE(accepts(whole));
    for (std::size_t length = 0; length < whole.size(); ++length) EXPECT_FALSE(accepts(whole.substr(0, length)));
    EXPECT_FALSE(accepts(whole + "x"));
    EXPECT_FALSE(accepts(attestation(data + "x")));
    EXPECT_FALSE(accepts(attestation(authenticator_data(0x01, 0)))) << "no key in it";
    EXPECT_FALSE(accepts(attestation(authenticator_data(0x41, 0, credential("", key)))));
    EXPECT_FALSE(accepts(attestation(authenticator_data(0x41, 0, credential(std::string(1024, 'i'), key)))));
}

TEST(CoseKeyTest, OnlyKnownKindsOfSoundKeysAreTaken)
{
    const auto ec = Authenticator(-7).cose();
    EXPECT_EQ(cose_key_length(ec + "more"), ec.size());
    auto off_curve = ec;
    off_curve.back() = static_cast<char>(off_curve.back() ^ 1);
    EXPECT_FALSE(cose_key_length(off_curve));
    EXPECT_FALSE(cose_key_length(head(5, 4) + number(1) + number(3) + number(3) + number(-257) + number(-1)
                                 + bytes(std::string(128, 'n')) + number(-2) + bytes("\1\0\1")))
        << "1024 bits";
    EXPECT_FALSE(cose_key_length(head(5, 0)));
    EXPECT_FALSE(cose_key_length(head(5, 1000000) + ec));
    EXPECT_FALSE(verify_cose("", "", ""));
    EXPECT_FALSE(verify_cose(ec, "message", ""));
    EXPECT_FALSE(verify_cose(ec + "x", "message", "signature"));
}

TEST(CborReaderTest, ReadsWhatItIsAskedForAndNothingElse)
{
    const std::string document =
        number(500) + number(-7) + bytes("ab") + text("é") + head(4, 2) + number(0) + number(1);
    CborReader reader(document);
    EXPECT_EQ(reader.integer(), 500);
    EXPECT_EQ(reader.integer(), -7);
    EXPECT_EQ(reader.bytes(), "ab");
    EXPECT_EQ(reader.text(), "é");
    EXPECT_EQ(reader.array(), 2U);
    EXPECT_EQ(reader.integer(), 0);
    EXPECT_EQ(reader.integer(), 1);
    EXPECT_FALSE(reader.integer());
    EXPECT_FALSE(CborReader(text("a")).bytes());
    EXPECT_FALSE(CborReader("\x1b\xff\xff\xff\xff\xff\xff\xff\xff").integer()) << "beyond 63 bits";
}

TEST(CborReaderTest, HostileLengthsAndDepthsEndAtOnce)
{
    for (const std::string bad : {"", "\x5b\xff\xff\xff\xff\xff\xff\xff\xff", "\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
                                  "\xbb\x7f\xff\xff\xff\xff\xff\xff\xff", "\x5f\x41\x61\xff", "\x1c",
                                  "\xfb\x40\x09\x21\xfb\x54\x44\x2d\x18", "\xc0\x01", "\xf8\x20", "\x58"})
        EXPECT_FALSE(CborReader(bad).skip()) << hex_encode(bad);
    EXPECT_FALSE(CborReader(std::string(100000, '\x81') + '\0').skip());
    EXPECT_TRUE(CborReader(std::string(8, '\x81') + "\xf6").skip());
    CborReader reader("\xa1\x01\xf5\x02");
    EXPECT_TRUE(reader.skip());
    EXPECT_EQ(reader.rest(), "\x02");
}

} // namespace
} // namespace cairn::crypto
