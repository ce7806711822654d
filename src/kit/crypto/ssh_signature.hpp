// Signatures of files as `ssh-keygen -Y sign` makes them, which git puts into commits and tags (PROTOCOL.sshsig).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "crypto/ssh_key.hpp"

namespace cairn::crypto {

// Taken apart and not yet believed.
class SshSignature {
public:
    static constexpr std::string_view begin = "-----BEGIN SSH SIGNATURE-----";

    // Nothing for another version, a hash that is no SHA-2, and a key that we cannot check with.
    static std::optional<SshSignature> from_armor(std::string_view text);

    // Who says to have signed.
    const SshKey& key() const { return key_; }

    // Whether that key signed the message for that purpose ("git").
    bool verifies(std::string_view message, std::string_view purpose) const;

private:
    explicit SshSignature(SshKey key) : key_(std::move(key)) { }

    SshKey key_;
    std::string purpose_;
    std::string reserved_;
    std::string hash_;
    std::string signature_;
};

} // namespace cairn::crypto
