// Access tokens at the gate: whose they are, and what they open.
#pragma once

#include "accounts/tokens/oauth2_tokens.hpp"
#include "identity/tokens.hpp"

namespace cairn::identity {

// There is one for the whole site. Safe from any thread.
class BearerTokens final : public accounts::OAuth2Tokens {
public:
    BearerTokens(db::Database& db, const config::Settings& settings, SigningKeys& keys)
        : db_(db), settings_(settings), keys_(keys)
    {
    }

    Result<std::optional<Found>> find(std::string_view value, const Sent&) override;

private:
    db::Database& db_;
    const config::Settings& settings_;
    SigningKeys& keys_;
};

} // namespace cairn::identity
