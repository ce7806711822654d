#include "crypto/digest.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>

#include "base/encoding.hpp"

namespace cairn::crypto {
namespace {

// Looking an algorithm up costs more than a small digest, so each is looked up once. It is never freed: OpenSSL's own
// exit handler may run before the destructor of a static would.
const EVP_MD* fetch(const char* name)
{
    const EVP_MD* md = EVP_MD_fetch(nullptr, name, nullptr);
    if (md == nullptr) throw std::runtime_error(std::string("OpenSSL has no ") + name);
    return md;
}

// A context that stays with one algorithm and one thread keeps its memory from digest to digest.
class Hasher {
public:
    explicit Hasher(const EVP_MD* md) : md_(md), context_(EVP_MD_CTX_new())
    {
        if (!context_) throw std::bad_alloc();
    }

    Hasher& start()
    {
        require(EVP_DigestInit_ex2(context_.get(), md_, nullptr));
        return *this;
    }

    Hasher& add(const void* data, std::size_t size)
    {
        require(EVP_DigestUpdate(context_.get(), data, size));
        return *this;
    }

    Hasher& add(std::string_view data) { return add(data.data(), data.size()); }

    template <std::size_t Size> Digest<Size> finish()
    {
        Digest<Size> digest;
        require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
        return digest;
    }

private:
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };

    static void require(int done)
    {
        if (done != 1) [[unlikely]]
            throw std::runtime_error("OpenSSL could not compute a digest");
    }

    const EVP_MD* md_;
    std::unique_ptr<EVP_MD_CTX, Free> context_;
};

Hasher& sha256_hasher()
{
    static const EVP_MD* const md = fetch("SHA256");
    thread_local Hasher hasher(md);
    return hasher;
}

Hasher& sha1_hasher()
{
    static const EVP_MD* const md = fetch("SHA1");
    thread_local Hasher hasher(md);
    return hasher;
}

// RFC 2104, section 2, over the cached digest: EVP_MAC takes nearly twice as long because it copies three contexts
// for each new key. Both digests take blocks of 64 bytes.
template <std::size_t Size>
Digest<Size> hmac(Hasher& hasher, std::string_view key, std::span<const std::string_view> pieces)
{
    constexpr std::size_t block_size = 64;
    std::array<std::uint8_t, block_size> block{};
    if (key.size() > block_size) std::ranges::copy(hasher.start().add(key).template finish<Size>(), block.begin());
    else std::ranges::copy(key, block.begin());

    for (std::uint8_t& byte : block) byte ^= 0x36;
    hasher.start().add(block.data(), block.size());
    for (const std::string_view piece : pieces) hasher.add(piece);
    const auto inner = hasher.template finish<Size>();

    for (std::uint8_t& byte : block) byte ^= 0x36 ^ 0x5c;
    const auto code =
        hasher.start().add(block.data(), block.size()).add(inner.data(), inner.size()).template finish<Size>();
    OPENSSL_cleanse(block.data(), block.size());
    return code;
}

template <std::size_t Size> std::string hex(const Digest<Size>& digest)
{
    return hex_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

} // namespace

Digest<32> sha256(std::string_view data) { return sha256_hasher().start().add(data).finish<32>(); }

Digest<64> sha512(std::string_view data)
{
    static const EVP_MD* const md = fetch("SHA512");
    thread_local Hasher hasher(md);
    return hasher.start().add(data).finish<64>();
}

Digest<20> sha1(std::string_view data) { return sha1_hasher().start().add(data).finish<20>(); }

Digest<16> md5(std::string_view data)
{
    static const EVP_MD* const md = fetch("MD5");
    thread_local Hasher hasher(md);
    return hasher.start().add(data).finish<16>();
}

std::string sha256_hex(std::string_view data) { return hex(sha256(data)); }

std::string sha512_hex(std::string_view data) { return hex(sha512(data)); }

std::string sha1_hex(std::string_view data) { return hex(sha1(data)); }

std::string md5_hex(std::string_view data) { return hex(md5(data)); }

Digest<32> hmac_sha256(std::string_view key, std::string_view data) { return hmac_sha256(key, std::span(&data, 1)); }

Digest<32> hmac_sha256(std::string_view key, std::span<const std::string_view> pieces)
{
    return hmac<32>(sha256_hasher(), key, pieces);
}

Digest<20> hmac_sha1(std::string_view key, std::string_view data)
{
    return hmac<20>(sha1_hasher(), key, std::span(&data, 1));
}

bool equal_in_constant_time(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace cairn::crypto
