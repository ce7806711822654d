// A digest of what is too large to be held: it is given piece by piece.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cairn::crypto {

enum class DigestName : std::uint8_t { md5, sha1, sha256, sha512 };

class RunningDigest {
public:
    explicit RunningDigest(DigestName);

    void add(std::string_view bytes);
    // Of all that was added, in lower-case hexadecimal. To be called once.
    std::string hex();

private:
    std::shared_ptr<void> context_; // an EVP_MD_CTX
};

class RunningSha256 : public RunningDigest {
public:
    RunningSha256() : RunningDigest(DigestName::sha256) { }
};

} // namespace cairn::crypto
