// An id token of ours that comes back as a hint of who is meant (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

class SigningKeys;

struct IdTokenHint {
    std::string subject;
    std::string client_id; // the application that it was made for
};

// Nothing for what we did not sign, or seal (id_token_seal.hpp). That it has expired does not matter: it says who was
// meant, and opens nothing.
std::optional<IdTokenHint> read_id_token_hint(const config::Settings&, SigningKeys&, std::string_view token);

} // namespace cairn::identity
