#include "crypto/running_digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "base/encoding.hpp"

namespace cairn::crypto {

namespace {

void require(int done)
{
    if (done != 1) throw std::runtime_error("OpenSSL could not compute a digest");
}

EVP_MD_CTX* context_of(const std::shared_ptr<void>& held) { return static_cast<EVP_MD_CTX*>(held.get()); }

const EVP_MD* digest_of(DigestName hash)
{
    switch (hash) {
    case DigestName::md5: return EVP_md5();
    case DigestName::sha1: return EVP_sha1();
    case DigestName::sha256: return EVP_sha256();
    case DigestName::sha512: return EVP_sha512();
    }
    std::unreachable();
}

} // namespace

RunningDigest::RunningDigest(DigestName hash) : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free)
{
    if (!context_) throw std::bad_alloc();
    require(EVP_DigestInit_ex2(context_of(context_), digest_of(hash), nullptr));
}

void RunningDigest::add(std::string_view bytes)
{
    require(EVP_DigestUpdate(context_of(context_), bytes.data(), bytes.size()));
}

std::string RunningDigest::hex()
{
    std::array<char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    require(EVP_DigestFinal_ex(context_of(context_), reinterpret_cast<unsigned char*>(digest.data()), &size));
    return hex_encode({digest.data(), size});
}

} // namespace cairn::crypto
