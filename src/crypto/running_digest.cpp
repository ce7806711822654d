#include "crypto/running_digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

#include "base/encoding.hpp"

namespace cairn::crypto {

namespace {

void require(int done)
{
    if (done != 1) throw std::runtime_error("OpenSSL could not compute a digest");
}

EVP_MD_CTX* context_of(const std::shared_ptr<void>& held) { return static_cast<EVP_MD_CTX*>(held.get()); }

} // namespace

RunningSha256::RunningSha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free)
{
    if (!context_) throw std::bad_alloc();
    require(EVP_DigestInit_ex2(context_of(context_), EVP_sha256(), nullptr));
}

void RunningSha256::add(std::string_view bytes)
{
    require(EVP_DigestUpdate(context_of(context_), bytes.data(), bytes.size()));
}

std::string RunningSha256::hex()
{
    std::array<char, 32> digest{};
    require(EVP_DigestFinal_ex(context_of(context_), reinterpret_cast<unsigned char*>(digest.data()), nullptr));
    return hex_encode({digest.data(), digest.size()});
}

} // namespace cairn::crypto
