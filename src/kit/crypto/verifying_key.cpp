#include "crypto/verifying_key.hpp"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>

#include <array>
#include <bit>
#include <new>
#include <stdexcept>
#include <vector>

#include "crypto/freer.hpp"

namespace cairn::crypto {

namespace {

using KeyPointer = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freer<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freer<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, Freer<BN_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Freer<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Freer<OSSL_PARAM_free>>;

// A signature that does not verify leaves errors with the thread, which the next user of TLS on it would take for its
// own.
class ForgetsErrors {
public:
    ForgetsErrors() { ERR_set_mark(); }
    ~ForgetsErrors() { ERR_pop_to_mark(); }
    ForgetsErrors(const ForgetsErrors&) = delete;
    ForgetsErrors& operator=(const ForgetsErrors&) = delete;
};

const unsigned char* bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

// Looked up once each: that costs more than a small digest. Never freed, since OpenSSL may be gone before a static is.
const EVP_MD* algorithm(Hash hash)
{
    static const auto fetched = [] {
        std::array<const EVP_MD*, 6> all{};
        constexpr std::array names{"", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512"};
        for (std::size_t i = 1; i < all.size(); ++i) {
            all[i] = EVP_MD_fetch(nullptr, names[i], nullptr);
            if (all[i] == nullptr) throw std::runtime_error(std::string("OpenSSL has no ") + names[i]);
        }
        return all;
    }();
    return fetched[static_cast<std::size_t>(hash)];
}

const char* name(Curve curve)
{
    return curve == Curve::p256 ? "prime256v1" : curve == Curve::p384 ? "secp384r1" : "secp521r1";
}

struct Part {
    const char* name;
    std::string_view number;
};

KeyPointer make_key(const char* kind, const OSSL_PARAM* parameters)
{
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
    EVP_PKEY* key = nullptr;
    if (!context || EVP_PKEY_fromdata_init(context.get()) != 1
        || EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, const_cast<OSSL_PARAM*>(parameters)) != 1)
        return nullptr;
    return KeyPointer(key);
}

KeyPointer make_key(const char* kind, std::initializer_list<Part> parts)
{
    const Builder builder(OSSL_PARAM_BLD_new());
    if (!builder) throw std::bad_alloc();
    std::vector<Number> numbers; // the builder only borrows them
    for (const Part& part : parts) {
        numbers.emplace_back(BN_bin2bn(bytes(part.number), static_cast<int>(part.number.size()), nullptr));
        if (!numbers.back() || OSSL_PARAM_BLD_push_BN(builder.get(), part.name, numbers.back().get()) != 1)
            return nullptr;
    }
    const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
    return parameters ? make_key(kind, parameters.get()) : nullptr;
}

void append_der_integer(std::string& out, std::string_view number)
{
    number = without_leading_zeros(number);
    const bool pad = number.empty() || (static_cast<unsigned char>(number.front()) & 0x80) != 0;
    out += '\x02';
    out += static_cast<char>(number.size() + (pad ? 1 : 0));
    if (pad) out += '\0';
    out += number;
}

std::string number_of(const EVP_PKEY* key, const char* which)
{
    BIGNUM* number = nullptr;
    if (EVP_PKEY_get_bn_param(key, which, &number) != 1) return {};
    const Number owned(number);
    std::string text(static_cast<std::size_t>(BN_num_bytes(number)), '\0');
    BN_bn2bin(number, reinterpret_cast<unsigned char*>(text.data()));
    return text;
}

std::string octets_of(const EVP_PKEY* key, const char* which)
{
    std::array<unsigned char, 256> octets{};
    std::size_t size = 0;
    if (EVP_PKEY_get_octet_string_param(key, which, octets.data(), octets.size(), &size) != 1) return {};
    return {reinterpret_cast<const char*>(octets.data()), size};
}

std::optional<PublicNumbers> numbers_of(const EVP_PKEY* key)
{
    PublicNumbers found;
    if (EVP_PKEY_is_a(key, "RSA") != 0) {
        found.modulus = number_of(key, OSSL_PKEY_PARAM_RSA_N);
        found.exponent = number_of(key, OSSL_PKEY_PARAM_RSA_E);
        return found;
    }
    if (EVP_PKEY_is_a(key, "ED25519") != 0) {
        found.ed25519 = octets_of(key, OSSL_PKEY_PARAM_PUB_KEY);
        return found;
    }
    std::array<char, 64> group{};
    std::size_t size = 0;
    if (EVP_PKEY_is_a(key, "EC") == 0 || EVP_PKEY_get_group_name(key, group.data(), group.size(), &size) != 1)
        return {};
    for (Curve curve : {Curve::p256, Curve::p384, Curve::p521})
        if (std::string_view(group.data(), size) == name(curve)) {
            // Coordinates rather than the point as sent, which may be compressed.
            const auto width = (bits(curve) + 7) / 8;
            found.point = '\x04';
            for (const char* coordinate : {OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PKEY_PARAM_EC_PUB_Y}) {
                const auto number = number_of(key, coordinate);
                if (number.empty() || number.size() > width) return {};
                found.point.append(width - number.size(), '\0').append(number);
            }
            found.curve = curve;
            return found;
        }
    return {};
}

} // namespace

std::string digest(Hash hash, std::string_view data)
{
    if (hash == Hash::none) return std::string(data);
    std::array<unsigned char, EVP_MAX_MD_SIZE> made{};
    unsigned size = 0;
    if (EVP_Digest(data.data(), data.size(), made.data(), &size, algorithm(hash), nullptr) != 1)
        throw std::runtime_error("OpenSSL could not make a digest");
    return {reinterpret_cast<const char*>(made.data()), size};
}

std::string_view without_leading_zeros(std::string_view number)
{
    const auto first = number.find_first_not_of('\0');
    return first == number.npos ? std::string_view() : number.substr(first);
}

std::size_t bit_length(std::string_view number)
{
    number = without_leading_zeros(number);
    if (number.empty()) return 0;
    return (number.size() - 1) * 8
        + static_cast<std::size_t>(std::bit_width(static_cast<unsigned char>(number.front())));
}

std::string signature_of(std::string_view r, std::string_view s)
{
    constexpr std::size_t longest = 66; // of a number of P-521; a longer one belongs to no key of ours
    if (without_leading_zeros(r).size() > longest || without_leading_zeros(s).size() > longest) return {};
    std::string pair;
    append_der_integer(pair, r);
    append_der_integer(pair, s);
    std::string der = "\x30";
    if (pair.size() > 127) der += '\x81';
    der += static_cast<char>(pair.size());
    return der + pair;
}

VerifyingKey::VerifyingKey(void* key) : key_(key, [](void* k) { EVP_PKEY_free(static_cast<EVP_PKEY*>(k)); }) { }

std::optional<VerifyingKey> VerifyingKey::rsa(std::string_view modulus, std::string_view exponent)
{
    const ForgetsErrors forgets;
    const auto odd = [](std::string_view number) { return !number.empty() && (number.back() & 1) != 0; };
    if (bit_length(modulus) > max_rsa_bits || bit_length(exponent) > 64 || bit_length(exponent) < 2 || !odd(modulus)
        || !odd(exponent))
        return {};
    auto key = make_key("RSA", {{OSSL_PKEY_PARAM_RSA_N, modulus}, {OSSL_PKEY_PARAM_RSA_E, exponent}});
    if (!key) return {};
    return VerifyingKey(key.release());
}

std::optional<VerifyingKey> VerifyingKey::ecdsa(Curve curve, std::string_view point)
{
    const ForgetsErrors forgets;
    if (point.size() != 1 + 2 * ((bits(curve) + 7) / 8) || point.front() != '\x04') return {};
    const std::array parameters{
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, const_cast<char*>(name(curve)), 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, const_cast<char*>(point.data()), point.size()),
        OSSL_PARAM_construct_end()};
    auto key = make_key("EC", parameters.data());
    if (!key) return {};
    return VerifyingKey(key.release());
}

std::optional<VerifyingKey> VerifyingKey::ed25519(std::string_view raw)
{
    const ForgetsErrors forgets;
    if (raw.size() != 32) return {};
    auto* key = EVP_PKEY_new_raw_public_key_ex(nullptr, "ED25519", nullptr, bytes(raw), raw.size());
    if (key == nullptr) return {};
    return VerifyingKey(key);
}

std::optional<VerifyingKey> VerifyingKey::dsa(std::string_view p, std::string_view q, std::string_view g,
                                              std::string_view y)
{
    const ForgetsErrors forgets;
    if (bit_length(p) > 4096 || bit_length(q) > 256 || bit_length(g) > bit_length(p) || bit_length(y) > bit_length(p))
        return {};
    auto key = make_key("DSA",
                        {{OSSL_PKEY_PARAM_FFC_P, p},
                         {OSSL_PKEY_PARAM_FFC_Q, q},
                         {OSSL_PKEY_PARAM_FFC_G, g},
                         {OSSL_PKEY_PARAM_PUB_KEY, y}});
    if (!key) return {};
    return VerifyingKey(key.release());
}

bool VerifyingKey::verify(Hash hash, std::string_view message, std::string_view signature) const
{
    const ForgetsErrors forgets;
    auto* key = static_cast<EVP_PKEY*>(key_.get());
    // Ed25519 takes no digest and the others do not go without: a mismatch is no signature, not a failure.
    if ((EVP_PKEY_is_a(key, "ED25519") != 0) != (hash == Hash::none)) return false;
    const DigestContext context(EVP_MD_CTX_new());
    if (!context) throw std::bad_alloc();
    return EVP_DigestVerifyInit(context.get(), nullptr, algorithm(hash), nullptr, key) == 1
        && EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(message), message.size()) == 1;
}

std::optional<PublicNumbers> read_spki(std::string_view der)
{
    const ForgetsErrors forgets;
    const auto* at = bytes(der);
    const KeyPointer key(d2i_PUBKEY(nullptr, &at, static_cast<long>(der.size())));
    if (!key || at != bytes(der) + der.size()) return {};
    return numbers_of(key.get());
}

std::optional<PublicNumbers> read_pkcs1(std::string_view der)
{
    const ForgetsErrors forgets;
    const auto* at = bytes(der);
    const KeyPointer key(d2i_PublicKey(EVP_PKEY_RSA, nullptr, &at, static_cast<long>(der.size())));
    if (!key || at != bytes(der) + der.size()) return {};
    return numbers_of(key.get());
}

} // namespace cairn::crypto
