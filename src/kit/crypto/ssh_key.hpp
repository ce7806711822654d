// SSH public keys: every type that OpenSSH has, in every form that people paste.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "crypto/verifying_key.hpp"

namespace cairn::crypto {

// The last two live on a security key (FIDO): what they sign says that somebody touched it.
enum class SshKeyType : std::uint8_t { rsa, ecdsa, ed25519, ecdsa_sk, ed25519_sk };

class SshKey {
public:
    // A key in SSH's own encoding, and nothing after it. Errc::unprocessable, with words for whoever sent it.
    static Result<SshKey> from_blob(std::string_view blob);

    SshKeyType type() const { return type_; }
    std::string_view type_name() const { return type_name_; } // "ssh-ed25519"
    std::size_t bits() const { return bits_; }
    const std::string& blob() const { return blob_; }

    // "ssh-ed25519 AAAA...", without a comment. Two keys are the same if this is.
    std::string content() const;
    // "SHA256:" and unpadded Base64, as OpenSSH prints it.
    std::string fingerprint() const;

    // Whether it made a signature in SSH's own encoding, as certificates and signed files have it. RSA only with SHA-2;
    // from a security key only if it was touched.
    bool verify(std::string_view message, std::string_view signature) const;

    // Whether it made a bare signature, as other protocols have it: RSA (PKCS #1 v1.5) with SHA-256 or SHA-512, ECDSA
    // (DER, or both numbers one after the other) with SHA-256, SHA-384 or SHA-512, Ed25519. Security keys make none.
    bool verify_bare(std::string_view message, std::string_view signature) const;

private:
    SshKey(SshKeyType type, VerifyingKey key) : type_(type), key_(std::move(key)) { }

    bool verify_bare_ecdsa(std::string_view message, std::string_view signature) const;

    SshKeyType type_;
    VerifyingKey key_;
    Curve curve_ = Curve::p256;
    std::size_t bits_ = 0;
    std::string type_name_;
    std::string blob_;
    std::string application_; // of a security key
};

struct SshKeyLine {
    SshKey key;
    std::string comment;
};

// One key as people have it: a line of OpenSSH (with or without type and comment, also broken over several lines), RFC
// 4716 ("---- BEGIN SSH2 PUBLIC KEY ----"), or PEM ("-----BEGIN PUBLIC KEY-----", "-----BEGIN RSA PUBLIC KEY-----").
// Errc::unprocessable, with words for that person.
Result<SshKeyLine> read_ssh_key(std::string_view text);

} // namespace cairn::crypto
