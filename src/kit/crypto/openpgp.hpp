// OpenPGP keys and the signatures that they made: as much of RFC 4880 as it takes to register somebody's key, to have
// its possession proved, and to tell who signed a commit. Read here rather than by a gpg process: it takes a tenth of a
// millisecond instead of ten, leaves nothing in a keyring, and can be tried with any bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "crypto/openpgp_packet.hpp"
#include "crypto/verifying_key.hpp"

namespace cairn::crypto::openpgp {

// A signature of version 4, taken apart and not yet believed.
struct Signature {
    std::uint8_t type = 0; // 0: of bytes, 1: of lines of text
    std::uint8_t algorithm = 0;
    Hash hash = Hash::none;
    Time created;
    Time expires = Time::never();                // never() where it does not
    std::string issuer;                          // the key's id, where it is told
    std::optional<std::uint32_t> key_lifetime{}; // in a signature on a key: its seconds, 0 for no end
    std::optional<std::uint8_t> key_flags{};     // and what it is for
    std::string embedded{};                      // and the subkey's own word for it
    std::string hashed{};                        // the part of the packet that is signed with the data
    std::string numbers{};                       // the signature itself

    // Nothing for a version, a hash or a critical wish that we do not know.
    static std::optional<Signature> from_packet(std::string_view body);
    // A detached one, as `gpg --armor --detach-sign` makes it.
    static std::optional<Signature> from_armor(std::string_view text);
};

// A primary key or a subkey, of version 4.
class Key {
public:
    static std::optional<Key> from_packet(std::string_view body);

    const std::string& body() const { return body_; } // of its packet
    std::string fingerprint() const;                  // 40 hexadecimal digits, in upper case
    std::string id() const;                           // the last 16 of them
    Time created() const { return created_; }
    // What its algorithm can do, whatever its owner wants it used for.
    bool can_sign() const;
    bool can_encrypt() const;

    // Whether it made the signature. A kind of key that we cannot check with made none.
    bool made(const Signature&, std::string_view data) const;
    // The same for what people sign, which names its key: no SHA-1, in which others can make two texts alike, and not
    // expired.
    bool signed_data(const Signature&, std::string_view data, Time now) const;

    // As the signatures on it say: when it ends (never() where it does not), and whether it may sign data.
    Time expires = Time::never();
    bool may_sign = false;

private:
    std::string body_;
    Time created_;
    std::uint8_t algorithm_ = 0;
    std::optional<VerifyingKey> verifying_{};
    std::size_t modulus_size_ = 0; // RSA, in bytes
};

// A key with everything that its owner says about it, each checked by its signature.
struct Certificate {
    Key primary;
    std::vector<Key> subkeys;        // those not revoked
    std::vector<std::string> emails; // of the identities that are not revoked
    std::string packets{}; // to be given to others: without what they have said about it, and without pictures

    // One armored public key. Errc::unprocessable, with words for whoever sent it.
    static Result<Certificate> from_armor(std::string_view text);

    // Whether the primary key or a subkey signed the data.
    bool signed_data(const Signature&, std::string_view data, Time now) const;
};

} // namespace cairn::crypto::openpgp
