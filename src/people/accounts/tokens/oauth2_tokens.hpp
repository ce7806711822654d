// Access tokens of the built-in OAuth2 provider, as far as the gate must know them. Implemented by
// identity/bearer_tokens.cpp.
#pragma once

#include <memory>

#include "accounts/account.hpp"
#include "api/scope.hpp"
#include "db/commit_state.hpp"
#include "http/message.hpp"

namespace cairn::accounts {

class OAuth2Tokens {
public:
    virtual ~OAuth2Tokens() = default;

    struct Found {
        std::shared_ptr<const Account> account;
        api::ScopeSet scopes;
        std::optional<db::CommitState> seen{}; // when the token was looked up
    };
    // How it was sent: a token that is bound to a key comes by the scheme DPoP, with a proof (RFC 9449, 7.1).
    struct Sent {
        const http::Request& request;
        bool by_dpop = false;
    };
    // Nothing for what is no such token, has expired or was revoked; Errc::unauthorized for one that was not sent as it
    // must be. What state the account is in is not asked.
    virtual Result<std::optional<Found>> find(std::string_view value, const Sent&) = 0;
};

} // namespace cairn::accounts
