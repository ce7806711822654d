// What a key of our own signs in the forms that git knows: OpenPGP's and SSH's.
#pragma once

#include <string>
#include <string_view>

#include "base/time.hpp"
#include "crypto/ed25519_key.hpp"

namespace cairn::crypto {

// An armored detached signature of the data, as `gpg --detach-sign --armor` would make it.
std::string sign_openpgp(const Ed25519Key&, std::string_view data, Time now);
// The armored public key that people import to check it, with one identity: "name <email>".
std::string openpgp_public_key(const Ed25519Key&, std::string_view identity);
// 16 hexadecimal digits, in upper case.
std::string openpgp_key_id(const Ed25519Key&);

// As `ssh-keygen -Y sign` makes it, for a purpose such as "git".
std::string sign_ssh(const Ed25519Key&, std::string_view data, std::string_view purpose);
// "ssh-ed25519 AAAA..."
std::string ssh_public_key(const Ed25519Key&);

} // namespace cairn::crypto
