// Of old: AES in CFB mode, the IV in front, under a digest of the key; what is encrypted is the base64 of the secret.
// Nothing authenticates it: a wrong key shows, with all but certainty, in that what comes out is no base64.
//
// Forgejo since its version 10: XChaCha20-Poly1305 under a key that is made for each purpose from the key of the site
// (HKDF), bound to the column and the id of the row.
#include "crypto/imported_secret.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "base/encoding.hpp"
#include "crypto/digest.hpp"

namespace cairn::crypto {

namespace {

constexpr std::size_t iv_size = 16;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::optional<std::string> decrypt(const EVP_CIPHER* cipher, const std::uint8_t* key, std::string_view sealed)
{
    if (sealed.size() <= iv_size) return {};
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(EVP_CIPHER_CTX_new(),
                                                                                  &EVP_CIPHER_CTX_free);
    const auto body = sealed.substr(iv_size);
    std::string plain(body.size() + iv_size, '\0');
    int size = 0;
    if (!context || EVP_DecryptInit_ex(context.get(), cipher, nullptr, key, bytes_of(sealed)) != 1
        || EVP_DecryptUpdate(context.get(), reinterpret_cast<unsigned char*>(plain.data()), &size, bytes_of(body),
                             static_cast<int>(body.size()))
            != 1)
        return {};
    plain.resize(static_cast<std::size_t>(size));
    return base64_decode(plain);
}

constexpr std::size_t long_nonce = 24; // of XChaCha20-Poly1305, in front of what is sealed
constexpr std::size_t tag_size = 16;   // and behind it

std::uint32_t little_endian(const std::uint8_t* bytes)
{
    return std::uint32_t{bytes[0]} | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16
        | std::uint32_t{bytes[3]} << 24;
}

// HChaCha20 (draft-irtf-cfrg-xchacha): the key for the last eight bytes of a long nonce, from its first sixteen.
Digest<32> short_nonce_key(const Digest<32>& key, const std::uint8_t* nonce)
{
    std::array<std::uint32_t, 16> x{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (std::size_t i = 0; i < 8; ++i) x[4 + i] = little_endian(key.data() + 4 * i);
    for (std::size_t i = 0; i < 4; ++i) x[12 + i] = little_endian(nonce + 4 * i);
    const auto quarter = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
        x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
        x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
        x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
        x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
    };
    for (int round = 0; round < 10; ++round) {
        for (std::size_t i = 0; i < 4; ++i) quarter(i, 4 + i, 8 + i, 12 + i);
        for (std::size_t i = 0; i < 4; ++i) quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    Digest<32> made{};
    for (std::size_t i = 0; i < 32; ++i)
        made[i] = static_cast<std::uint8_t>(x[(i / 4) % 4 + (i < 16 ? 0 : 12)] >> 8 * (i % 4));
    return made;
}

// ChaCha20-Poly1305 with a nonce of twelve bytes.
std::optional<std::string> open_chacha(const Digest<32>& key, const std::array<std::uint8_t, 12>& nonce,
                                       std::string_view bound, std::string_view sealed)
{
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(EVP_CIPHER_CTX_new(),
                                                                                  &EVP_CIPHER_CTX_free);
    const auto body = sealed.substr(0, sealed.size() - tag_size);
    std::string tag(sealed.substr(body.size()));
    std::string plain(body.size(), '\0');
    int size = 0;
    if (!context || EVP_DecryptInit_ex(context.get(), EVP_chacha20_poly1305(), nullptr, key.data(), nonce.data()) != 1
        || EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag_size), tag.data()) != 1
        || EVP_DecryptUpdate(context.get(), nullptr, &size, bytes_of(bound), static_cast<int>(bound.size())) != 1
        || EVP_DecryptUpdate(context.get(), reinterpret_cast<unsigned char*>(plain.data()), &size, bytes_of(body),
                             static_cast<int>(body.size()))
            != 1
        || EVP_DecryptFinal_ex(context.get(), reinterpret_cast<unsigned char*>(plain.data()) + size, &size) != 1)
        return {};
    return plain;
}

} // namespace

std::optional<std::string> open_bound_secret(std::string_view secret_key, const BoundTo& to, std::string_view sealed)
{
    if (sealed.size() < long_nonce + tag_size) return {};
    // HKDF with SHA-256 and no salt (RFC 5869), for one block.
    const auto extracted = hmac_sha256(std::string(32, '\0'), secret_key);
    const std::string_view first(reinterpret_cast<const char*>(extracted.data()), extracted.size());
    const auto key = hmac_sha256(first, std::string(to.purpose) + '\x01');
    std::string bound = std::string(to.column) + ":";
    for (int shift = 56; shift >= 0; shift -= 8) bound += static_cast<char>(to.id >> shift & 0xff);
    const auto* nonce = bytes_of(sealed);
    std::array<std::uint8_t, 12> rest{};
    std::copy_n(nonce + 16, 8, rest.begin() + 4);
    return open_chacha(short_nonce_key(key, nonce), rest, bound, sealed.substr(long_nonce));
}

std::optional<std::string> open_imported_totp(std::string_view secret_key, std::string_view stored)
{
    const auto sealed = base64_decode(stored);
    if (!sealed) return {};
    return decrypt(EVP_aes_128_cfb128(), md5(secret_key).data(), *sealed);
}

std::optional<std::string> open_imported_secret(std::string_view secret_key, std::string_view stored)
{
    const auto sealed = hex_decode(stored);
    if (!sealed) return {};
    return decrypt(EVP_aes_256_cfb128(), sha256(secret_key).data(), *sealed);
}

} // namespace cairn::crypto
