// Credentials for other servers where they are kept: sealed, and only to be opened for the repository that they are of.
#pragma once

#include "config/settings.hpp"
#include "remotes/address.hpp"

namespace cairn::remotes {

// Empty for none.
std::string seal(const config::Settings&, const Credentials&, std::int64_t repository_id);

// None, where nothing was sealed or it cannot be opened any more.
Credentials open(const config::Settings&, std::string_view sealed, std::int64_t repository_id);

// What a server elsewhere has said, without the secret if it was so kind as to repeat it, and not too long.
std::string without_secrets(std::string_view words, const Credentials&);

} // namespace cairn::remotes
