#include "crypto/sealed_text.hpp"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "base/encoding.hpp"
#include "crypto/random.hpp"

namespace cairn::crypto {

namespace {

// What a sealed text begins with, so that another form can be told from this one later.
constexpr std::string_view form = "v1.";
constexpr std::size_t nonce_size = 12, tag_size = 16;

struct Free {
    void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_CIPHER_CTX, Free>;

const std::uint8_t* bytes(std::string_view text) { return reinterpret_cast<const std::uint8_t*>(text.data()); }
std::uint8_t* bytes(std::string& text) { return reinterpret_cast<std::uint8_t*>(text.data()); }

void require(int done)
{
    if (done != 1) throw std::runtime_error("AES-256-GCM failed");
}

// Encrypts (1) or decrypts (0), all but the tag.
std::string process(EVP_CIPHER_CTX* cipher, int encrypts, const Digest<32>& key, std::string_view nonce,
                    std::string_view context, std::string_view text)
{
    if (cipher == nullptr) throw std::bad_alloc();
    std::string out(text.size(), '\0');
    int length = 0;
    require(EVP_CipherInit_ex2(cipher, EVP_aes_256_gcm(), key.data(), bytes(nonce), encrypts, nullptr));
    require(EVP_CipherUpdate(cipher, nullptr, &length, bytes(context), static_cast<int>(context.size())));
    require(EVP_CipherUpdate(cipher, bytes(out), &length, bytes(text), static_cast<int>(text.size())));
    return out;
}

} // namespace

Sealer::Sealer(std::string_view site_secret, std::string_view purpose)
    : key_(hmac_sha256(site_secret, std::array<std::string_view, 2>{"cairn sealed text: ", purpose}))
{
}

std::string Sealer::seal(std::string_view plain, std::string_view context) const
{
    const Context cipher(EVP_CIPHER_CTX_new());
    std::string sealed = random_bytes(nonce_size);
    sealed += process(cipher.get(), 1, key_, sealed, context, plain);
    std::array<std::uint8_t, tag_size> tag{};
    int length = 0;
    require(EVP_CipherFinal_ex(cipher.get(), tag.data(), &length));
    require(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_size, tag.data()));
    sealed.append(reinterpret_cast<const char*>(tag.data()), tag.size());
    return std::string(form) + base64url_encode(sealed);
}

std::optional<std::string> Sealer::open(std::string_view sealed, std::string_view context) const
{
    if (!sealed.starts_with(form)) return {};
    auto raw = base64url_decode(sealed.substr(form.size()));
    if (!raw || raw->size() < nonce_size + tag_size) return {};
    std::string tag = raw->substr(raw->size() - tag_size);
    const std::string_view kept(*raw);
    const Context cipher(EVP_CIPHER_CTX_new());
    auto plain = process(cipher.get(), 0, key_, kept.substr(0, nonce_size), context,
                         kept.substr(nonce_size, kept.size() - nonce_size - tag_size));
    require(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, tag_size, tag.data()));
    std::array<std::uint8_t, tag_size> rest{};
    int length = 0;
    if (EVP_CipherFinal_ex(cipher.get(), rest.data(), &length) != 1) return {};
    return plain;
}

} // namespace cairn::crypto
