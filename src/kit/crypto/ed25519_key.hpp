// A private key of our own that signs: Ed25519, as OpenSSL keeps it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::crypto {

// Copies share one key, which never changes: any thread may sign with it.
class Ed25519Key {
public:
    static Ed25519Key generate();
    // PKCS #8 in PEM, without a passphrase. Errc::unprocessable for anything else.
    static Result<Ed25519Key> from_pem(std::string_view);
    // The key in a file, which is made, for its owner alone, if there is none. Errc::unavailable, with words for the
    // operator.
    static Result<Ed25519Key> from_file(const std::string& path);

    std::string pem() const;
    std::string public_half() const;                // 32 bytes
    std::string sign(std::string_view bytes) const; // 64 bytes

private:
    explicit Ed25519Key(void* key);

    std::shared_ptr<void> key_; // an EVP_PKEY
};

} // namespace cairn::crypto
