// Secrets that Gitea and Forgejo keep encrypted with their SECRET_KEY, so that a site that moves here keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::crypto {

// The secret of one-time codes, as the column has it (base64). Nothing when this key does not open it.
std::optional<std::string> open_imported_totp(std::string_view secret_key, std::string_view stored);

// Everything else, as the columns have it (hexadecimal): the authorization headers of webhooks and the like.
std::optional<std::string> open_imported_secret(std::string_view secret_key, std::string_view stored);

// What a secret of newer versions of Forgejo is bound to: no other row of no other table opens with it.
struct BoundTo {
    std::string_view purpose; // "totp", "action_secret", "pushmirror"
    std::string_view column;
    std::int64_t id = 0;
};

// As the column has it (bytes). Nothing when the key does not open it, or it was bound to something else.
std::optional<std::string> open_bound_secret(std::string_view secret_key, const BoundTo&, std::string_view sealed);

} // namespace cairn::crypto
