// AES in CFB mode, the IV in front, under a digest of the key; what is encrypted is the base64 of the secret. Nothing
// authenticates it: a wrong key shows, with all but certainty, in that what comes out is no base64.
#include "crypto/imported_secret.hpp"

#include <openssl/evp.h>

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

} // namespace

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
