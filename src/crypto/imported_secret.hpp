// Secrets that Gitea and Forgejo keep encrypted with their SECRET_KEY, so that a site that moves here keeps them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::crypto {

// The secret of one-time codes, as the column has it (base64). Nothing when this key does not open it.
std::optional<std::string> open_imported_totp(std::string_view secret_key, std::string_view stored);

// Everything else, as the columns have it (hexadecimal): the authorization headers of webhooks and the like.
std::optional<std::string> open_imported_secret(std::string_view secret_key, std::string_view stored);

} // namespace cairn::crypto
