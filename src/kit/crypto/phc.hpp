// Password hashes as text, in the form that the Password Hashing Competition gave them: what the database holds.
//
//   $argon2id$v=19$m=19456,t=2,p=1$SALT$KEY
//   $pbkdf2-sha256$i=50000$SALT$KEY
//   $scrypt$ln=16,r=16,p=2$SALT$KEY
//
// Salt and key are base64 without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "crypto/key_derivation.hpp"

namespace cairn::crypto {

struct PasswordKey {
    KeyCost cost;
    std::string salt; // bytes, like the key
    std::string key;
};

std::string to_phc(const PasswordKey&);

// Nothing for any text that to_phc() does not write, and nothing for a cost out of bounds.
std::optional<PasswordKey> parse_phc(std::string_view text);

} // namespace cairn::crypto
