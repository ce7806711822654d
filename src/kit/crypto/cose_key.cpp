#include "crypto/cose_key.hpp"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <memory>

#include "crypto/cbor.hpp"
#include "crypto/freer.hpp"

namespace cairn::crypto {

namespace {

// RFC 9053 and RFC 8230 by number.
enum : std::int64_t { label_kty = 1, label_alg = 3, okp = 1, ec2 = 2, rsa = 3, es256 = -7, eddsa = -8, rs256 = -257 };
enum : std::int64_t { curve_p256 = 1, curve_ed25519 = 6 };

struct Parts {
    std::int64_t kty = 0, alg = 0, curve = 0;
    std::string_view x, y, n, e;
};

using Key = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freer<EVP_PKEY_CTX_free>>;
using Digester = std::unique_ptr<EVP_MD_CTX, Freer<EVP_MD_CTX_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Freer<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, Freer<OSSL_PARAM_free>>;
using Number = std::unique_ptr<BIGNUM, Freer<BN_free>>;

const unsigned char* raw(std::string_view bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

// What a member means depends on the kind of key, which comes first: authenticators write labels in their order.
bool read_member(CborReader& reader, std::int64_t label, Parts& parts)
{
    const auto take_number = [&](std::int64_t& into) {
        const auto value = reader.integer();
        if (value) into = *value;
        return value.has_value();
    };
    const auto take_bytes = [&](std::string_view& into) {
        const auto value = reader.bytes();
        if (value) into = *value;
        return value.has_value();
    };
    switch (label) {
    case label_kty: return take_number(parts.kty);
    case label_alg: return take_number(parts.alg);
    case -1: return parts.kty == rsa ? take_bytes(parts.n) : take_number(parts.curve);
    case -2: return parts.kty == rsa ? take_bytes(parts.e) : take_bytes(parts.x);
    case -3: return take_bytes(parts.y);
    default: return reader.skip();
    }
}

bool usable(const Parts& parts)
{
    switch (parts.kty) {
    case ec2: return parts.alg == es256 && parts.curve == curve_p256 && parts.x.size() == 32 && parts.y.size() == 32;
    case okp: return parts.alg == eddsa && parts.curve == curve_ed25519 && parts.x.size() == 32;
    case rsa:
        return parts.alg == rs256 && parts.n.size() >= 256 && parts.n.size() <= 512 && parts.n.front() != 0
            && !parts.e.empty() && parts.e.size() <= 8;
    default: return false;
    }
}

std::optional<Parts> read_key(CborReader& reader)
{
    constexpr std::uint64_t most_members = 16;
    const auto members = reader.map();
    if (!members || *members > most_members) return {};
    Parts parts;
    for (std::uint64_t i = 0; i < *members; ++i) {
        const auto label = reader.integer();
        if (!label || !read_member(reader, *label, parts)) return {};
    }
    if (!usable(parts)) return {};
    return parts;
}

Key from_params(const char* type, OSSL_PARAM_BLD* builder)
{
    const Params params(OSSL_PARAM_BLD_to_param(builder));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
    EVP_PKEY* key = nullptr;
    if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1
        || EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1)
        return {};
    return Key(key);
}

// OpenSSL refuses a point that is not on its curve.
Key make_key(const Parts& parts)
{
    if (parts.kty == okp)
        return Key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw(parts.x), parts.x.size()));
    const Builder builder(OSSL_PARAM_BLD_new());
    if (!builder) return {};
    if (parts.kty == ec2) {
        const std::string point = '\4' + std::string(parts.x) + std::string(parts.y);
        if (OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) != 1
            || OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size())
                != 1)
            return {};
        return from_params("EC", builder.get());
    }
    const Number n(BN_bin2bn(raw(parts.n), static_cast<int>(parts.n.size()), nullptr));
    const Number e(BN_bin2bn(raw(parts.e), static_cast<int>(parts.e.size()), nullptr));
    if (!n || !e || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1
        || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
        return {};
    return from_params("RSA", builder.get());
}

} // namespace

std::optional<std::size_t> cose_key_length(std::string_view bytes)
{
    CborReader reader(bytes);
    const auto parts = read_key(reader);
    if (!parts) return {};
    const bool sound = make_key(*parts) != nullptr;
    ERR_clear_error(); // what strangers send must not be found there by whoever looks next
    if (!sound) return {};
    return bytes.size() - reader.rest().size();
}

bool verify_cose(std::string_view key, std::string_view signed_bytes, std::string_view signature)
{
    CborReader reader(key);
    const auto parts = read_key(reader);
    if (!parts || !reader.rest().empty()) return false;
    const auto public_key = make_key(*parts);
    const Digester digester(EVP_MD_CTX_new());
    const EVP_MD* digest = parts->kty == okp ? nullptr : EVP_sha256();
    const bool right = public_key && digester
        && EVP_DigestVerifyInit(digester.get(), nullptr, digest, nullptr, public_key.get()) == 1
        && EVP_DigestVerify(digester.get(), raw(signature), signature.size(), raw(signed_bytes), signed_bytes.size())
            == 1;
    ERR_clear_error();
    return right;
}

} // namespace cairn::crypto
