// Access tokens of the built-in OAuth2 provider, as far as the gate must know them. Implemented by
// identity/bearer_tokens.cpp.
#pragma once

#include <memory>

#include "accounts/account.hpp"
#include "api/scope.hpp"
#include "db/state.hpp"

namespace cairn::accounts {

class OAuth2Tokens {
public:
    virtual ~OAuth2Tokens() = default;

    struct Found {
        std::shared_ptr<const Account> account;
        api::ScopeSet scopes;
        std::optional<db::State> seen{}; // when the token was looked up
    };
    // Nothing for what is no such token, has expired or was revoked. What state the account is in is not asked.
    virtual std::optional<Found> find(std::string_view value) = 0;
};

} // namespace cairn::accounts
