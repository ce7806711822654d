// The check of bcrypt hashes, which accounts from elsewhere bring along. None is ever made here.
#pragma once

#include <string_view>

namespace cairn::crypto {

// "$2a$10$..." ($2b$ and $2y$ too), at most 2 to the power of 15 rounds: about two seconds.
bool is_bcrypt(std::string_view text);

// False for what is no bcrypt hash. bcrypt itself ends a password after 72 bytes.
bool bcrypt_matches(std::string_view stored, std::string_view password);

} // namespace cairn::crypto
