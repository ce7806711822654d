#include "crypto/signing_key.hpp"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "base/blocking_guard.hpp"
#include "base/encoding.hpp"
#include "base/per_cpu_pool.hpp"
#include "crypto/digest.hpp"
#include "crypto/freer.hpp"

namespace cairn::crypto {

namespace {

using KeyPointer = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freer<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freer<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, Freer<BN_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, Freer<ECDSA_SIG_free>>;
using Memory = std::unique_ptr<BIO, Freer<BIO_free>>;

constexpr int rsa_bits = 4096;
constexpr int least_rsa_bits = 2048; // RFC 7518, 3.3

[[noreturn]] void broken(const char* what)
{
    std::array<char, 256> words{};
    ERR_error_string_n(ERR_get_error(), words.data(), words.size());
    throw std::runtime_error(std::string("OpenSSL could not ") + what + ": " + words.data());
}

const unsigned char* bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

const EVP_MD* hash_of(JwsAlgorithm algorithm)
{
    switch (algorithm) {
    case JwsAlgorithm::HS256:
    case JwsAlgorithm::RS256:
    case JwsAlgorithm::ES256: return EVP_sha256();
    case JwsAlgorithm::HS384:
    case JwsAlgorithm::RS384:
    case JwsAlgorithm::ES384: return EVP_sha384();
    case JwsAlgorithm::HS512:
    case JwsAlgorithm::RS512:
    case JwsAlgorithm::ES512: return EVP_sha512();
    case JwsAlgorithm::EdDSA: return nullptr; // it hashes the message itself
    }
    std::unreachable();
}

// A curve as OpenSSL and JOSE call it, and the length of its numbers in bytes.
struct CurveNames {
    const char* openssl;
    const char* jose;
    std::size_t length;
};

const CurveNames* curve_of(JwsAlgorithm algorithm)
{
    static constexpr CurveNames p256{"P-256", "P-256", 32};
    static constexpr CurveNames p384{"P-384", "P-384", 48};
    static constexpr CurveNames p521{"P-521", "P-521", 66};
    switch (algorithm) {
    case JwsAlgorithm::ES256: return &p256;
    case JwsAlgorithm::ES384: return &p384;
    case JwsAlgorithm::ES512: return &p521;
    default: return nullptr;
    }
}

// A signature with RSA takes a millisecond or two, those with a curve some hundredths of one.
bool takes_long(JwsAlgorithm algorithm)
{
    return algorithm == JwsAlgorithm::RS256 || algorithm == JwsAlgorithm::RS384 || algorithm == JwsAlgorithm::RS512;
}

bool fits(const EVP_PKEY* key, JwsAlgorithm algorithm)
{
    if (const auto* curve = curve_of(algorithm)) {
        std::array<char, 64> name{};
        std::size_t length = 0;
        if (EVP_PKEY_is_a(key, "EC") != 1
            || EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, name.data(), name.size(), &length) != 1)
            return false;
        const int nid = OBJ_txt2nid(std::string(name.data(), length).c_str());
        return nid != NID_undef && nid == EC_curve_nist2nid(curve->openssl);
    }
    if (algorithm == JwsAlgorithm::EdDSA) return EVP_PKEY_is_a(key, "ED25519") == 1;
    return EVP_PKEY_is_a(key, "RSA") == 1 && EVP_PKEY_get_bits(key) >= least_rsa_bits;
}

std::string public_der(EVP_PKEY* key)
{
    unsigned char* der = nullptr;
    const int length = i2d_PUBKEY(key, &der);
    if (length <= 0) broken("write down a public key");
    std::string text(reinterpret_cast<char*>(der), static_cast<std::size_t>(length));
    OPENSSL_free(der);
    return text;
}

std::string number_of(const EVP_PKEY* key, const char* which, std::size_t length = 0)
{
    BIGNUM* found = nullptr;
    if (EVP_PKEY_get_bn_param(key, which, &found) != 1) broken("read a number of a key");
    const Number number(found);
    std::string text(length != 0 ? length : static_cast<std::size_t>(BN_num_bytes(number.get())), '\0');
    if (BN_bn2binpad(number.get(), reinterpret_cast<unsigned char*>(text.data()), static_cast<int>(text.size())) < 0)
        broken("write a number of a key");
    return text;
}

// RFC 7518, 3.4: R and S, padded on the left, instead of DER, which OpenSSL has just written: the head of a sequence,
// which is a byte longer for P-521, and two integers, each with a zero before it where it would be negative otherwise.
std::string jose_signature(std::string_view der, std::size_t length)
{
    std::string text(2 * length, '\0');
    der.remove_prefix(der.at(1) == '\x81' ? 3 : 2);
    for (const std::size_t end : {length, 2 * length}) {
        auto number = der.substr(2, static_cast<unsigned char>(der.at(1)));
        der.remove_prefix(2 + number.size());
        if (number.size() > length) number.remove_prefix(number.size() - length);
        number.copy(text.data() + end - number.size(), number.size());
    }
    return text;
}

std::string der_signature(std::string_view jose)
{
    const auto half = static_cast<int>(jose.size() / 2);
    const EcSignature pair(ECDSA_SIG_new());
    if (!pair
        || ECDSA_SIG_set0(pair.get(), BN_bin2bn(bytes(jose), half, nullptr),
                          BN_bin2bn(bytes(jose) + half, half, nullptr))
            != 1)
        broken("take a signature apart");
    unsigned char* der = nullptr;
    const int length = i2d_ECDSA_SIG(pair.get(), &der);
    if (length <= 0) broken("write down a signature");
    std::string text(reinterpret_cast<char*>(der), static_cast<std::size_t>(length));
    OPENSSL_free(der);
    return text;
}

std::string hmac(JwsAlgorithm algorithm, std::string_view secret, std::string_view message)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
    unsigned int length = 0;
    // OpenSSL takes a null key for "the same as before", which an empty secret must not become.
    const std::string_view key = secret.empty() ? std::string_view("") : secret;
    if (HMAC(hash_of(algorithm), key.data(), static_cast<int>(key.size()), bytes(message), message.size(), code.data(),
             &length)
        == nullptr)
        broken("compute an HMAC");
    return {reinterpret_cast<char*>(code.data()), length};
}

DigestContext copy_of(const void* prepared)
{
    DigestContext context(EVP_MD_CTX_new());
    if (!context || EVP_MD_CTX_copy_ex(context.get(), static_cast<const EVP_MD_CTX*>(prepared)) != 1)
        broken("copy a context");
    EVP_MD_CTX_set_flags(context.get(), EVP_MD_CTX_FLAG_FINALISE); // it would copy itself once more to stay usable
    return context;
}

} // namespace

// Contexts that sign digests with one key. Making one takes as long as half a signature with ES256, and copying one
// still takes a part of that, so each is used again and again, by one thread at a time.
struct SigningKey::Signers {
    PerCpuPool<KeyContext> idle;
    DigestContext of_messages; // Ed25519 signs no digests but messages, with copies of this one

    KeyContext take(EVP_PKEY* key, JwsAlgorithm algorithm)
    {
        if (auto context = idle.take()) return std::move(*context);
        KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
        if (!context || EVP_PKEY_sign_init(context.get()) != 1
            || EVP_PKEY_CTX_set_signature_md(context.get(), hash_of(algorithm)) != 1)
            broken("prepare a key");
        return context;
    }
};

SigningKey::SigningKey(JwsAlgorithm algorithm, std::shared_ptr<void> private_key)
    : algorithm_(algorithm), key_(std::move(private_key))
{
    if (!key_) return;
    auto* const key = static_cast<EVP_PKEY*>(key_.get());
    const std::shared_ptr<EVP_MD_CTX> verifying(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    if (!verifying || EVP_DigestVerifyInit(verifying.get(), nullptr, hash_of(algorithm), nullptr, key) != 1)
        broken("prepare a key");
    verifying_ = verifying;
    signers_ = std::make_shared<Signers>();
    if (algorithm == JwsAlgorithm::EdDSA) {
        signers_->of_messages.reset(EVP_MD_CTX_new());
        if (!signers_->of_messages
            || EVP_DigestSignInit(signers_->of_messages.get(), nullptr, nullptr, nullptr, key) != 1)
            broken("prepare a key");
    }
    const auto digest = sha256(public_der(key));
    id_ = base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

SigningKey SigningKey::generate(JwsAlgorithm algorithm)
{
    EVP_PKEY* made = nullptr;
    if (const auto* curve = curve_of(algorithm)) made = EVP_EC_gen(curve->openssl);
    else if (algorithm == JwsAlgorithm::EdDSA) made = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    else if (!is_symmetric(algorithm)) made = EVP_RSA_gen(rsa_bits);
    else throw std::logic_error("a secret is not generated but given");
    if (made == nullptr) broken("make a key");
    return {algorithm, std::shared_ptr<EVP_PKEY>(made, &EVP_PKEY_free)};
}

Result<SigningKey> SigningKey::from_pem(JwsAlgorithm algorithm, std::string_view pem)
{
    ERR_set_mark();
    const Memory memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    // An encrypted key would have OpenSSL ask at the terminal for its password.
    const auto no_password = [](char*, int, int, void*) { return -1; };
    std::shared_ptr<EVP_PKEY> key(
        memory ? PEM_read_bio_PrivateKey(memory.get(), nullptr, no_password, nullptr) : nullptr, &EVP_PKEY_free);
    ERR_pop_to_mark();
    if (!key) return fail(Errc::unprocessable, "it holds no private key in PEM");
    if (!fits(key.get(), algorithm))
        return fail(Errc::unprocessable, "its key is not one for " + std::string(word_of(algorithm)));
    return SigningKey(algorithm, std::move(key));
}

SigningKey SigningKey::from_secret(JwsAlgorithm algorithm, std::string_view secret)
{
    if (!is_symmetric(algorithm)) throw std::logic_error("this algorithm has no secret but a key");
    SigningKey key(algorithm, nullptr);
    key.secret_ = secret;
    return key;
}

std::string SigningKey::pem() const
{
    if (!key_) throw std::logic_error("a secret has no PEM");
    const Memory memory(BIO_new(BIO_s_mem()));
    if (!memory
        || PEM_write_bio_PKCS8PrivateKey(memory.get(), static_cast<EVP_PKEY*>(key_.get()), nullptr, nullptr, 0, nullptr,
                                         nullptr)
            != 1)
        broken("write down a private key");
    char* text = nullptr;
    const long length = BIO_get_mem_data(memory.get(), &text);
    return {text, static_cast<std::size_t>(length)};
}

Jwk SigningKey::public_jwk() const
{
    Jwk jwk{.kty = "oct", .alg = std::string(word_of(algorithm_)), .kid = id_};
    if (!key_) return jwk;
    const auto* key = static_cast<const EVP_PKEY*>(key_.get());
    if (const auto* curve = curve_of(algorithm_)) {
        jwk.kty = "EC";
        jwk.crv = curve->jose;
        jwk.x = base64url_encode(number_of(key, OSSL_PKEY_PARAM_EC_PUB_X, curve->length));
        jwk.y = base64url_encode(number_of(key, OSSL_PKEY_PARAM_EC_PUB_Y, curve->length));
    } else if (algorithm_ == JwsAlgorithm::EdDSA) {
        std::array<unsigned char, 32> raw{};
        std::size_t length = raw.size();
        if (EVP_PKEY_get_raw_public_key(key, raw.data(), &length) != 1) broken("read an Ed25519 key");
        jwk.kty = "OKP";
        jwk.crv = "Ed25519";
        jwk.x = base64url_encode({reinterpret_cast<const char*>(raw.data()), length});
    } else {
        jwk.kty = "RSA";
        jwk.n = base64url_encode(number_of(key, OSSL_PKEY_PARAM_RSA_N));
        jwk.e = base64url_encode(number_of(key, OSSL_PKEY_PARAM_RSA_E));
    }
    return jwk;
}

MessageHash SigningKey::hash(std::string_view message) const
{
    MessageHash hash{};
    const auto keep = [&](const auto& digest) {
        std::ranges::copy(digest, hash.bytes.begin());
        hash.size = digest.size();
        return hash;
    };
    const EVP_MD* const function = hash_of(algorithm_);
    if (function == EVP_sha256()) return keep(sha256(message));
    if (function != EVP_sha384()) return keep(sha512(message));
    std::array<unsigned char, 48> digest{};
    if (EVP_Digest(message.data(), message.size(), digest.data(), nullptr, function, nullptr) != 1)
        broken("compute a digest");
    return keep(digest);
}

std::string SigningKey::sign(std::string_view message) const
{
    if (!key_) return hmac(algorithm_, secret_, message);
    if (takes_long(algorithm_)) before_blocking();
    auto* const key = static_cast<EVP_PKEY*>(key_.get());
    auto length = static_cast<std::size_t>(EVP_PKEY_get_size(key));
    std::string signature(length, '\0');
    auto* const out = reinterpret_cast<unsigned char*>(signature.data());
    if (signers_->of_messages) {
        const auto context = copy_of(signers_->of_messages.get());
        if (EVP_DigestSign(context.get(), out, &length, bytes(message), message.size()) != 1) broken("sign");
        return signature;
    }
    const auto digest = hash(message);
    auto signer = signers_->take(key, algorithm_);
    if (EVP_PKEY_sign(signer.get(), out, &length, bytes(digest), digest.size) != 1) broken("sign");
    signers_->idle.give_back(std::move(signer));
    signature.resize(length);
    const auto* curve = curve_of(algorithm_);
    return curve != nullptr ? jose_signature(signature, curve->length) : signature;
}

bool SigningKey::verify(std::string_view message, std::string_view signature) const
{
    if (!key_) return equal_in_constant_time(hmac(algorithm_, secret_, message), signature);
    std::string der;
    if (const auto* curve = curve_of(algorithm_)) {
        if (signature.size() != 2 * curve->length) return false;
        signature = der = der_signature(signature);
    }
    ERR_set_mark(); // what does not verify must not leave its errors to the thread's next user of OpenSSL
    const bool good = EVP_DigestVerify(copy_of(verifying_.get()).get(), bytes(signature), signature.size(),
                                       bytes(message), message.size())
        == 1;
    ERR_pop_to_mark();
    return good;
}

} // namespace cairn::crypto
