// Password hashes of Gitea and Forgejo (and Gogs, their ancestor), so that people who move here keep their passwords.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::crypto {

// The columns of a row there (passwd_hash_algo, salt, passwd) as one text for verify_password(). The algorithm is a
// bare name ("pbkdf2", "argon2") or has its parameters behind it ("pbkdf2$50000$50", "argon2$2$65536$8$50"). Fails with
// a message for the operator if the row cannot be understood or is costlier than key_derivation.hpp allows.
Result<std::string> import_password_hash(std::string_view algorithm, std::string_view salt, std::string_view hash);

} // namespace cairn::crypto
