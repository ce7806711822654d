// Codes and refresh tokens, and what an application gets for them.
#pragma once

#include "identity/client_authentication.hpp"

namespace cairn::identity {

// What the tokens are to be for.
using Redeemed = OAuth2Result<std::shared_ptr<const Authorization>>;

// A request's proof that it belongs to the authorization request that the code was given for.
struct CodeProof {
    std::string code;
    std::string redirect_uri;
    std::string verifier;
    std::string jkt; // of the key that the request has shown; empty for none
};
// What a code opens, and for whom.
Redeemed redeem_code(api::Call&, const Client&, const CodeProof&);

// A refresh token that was sent, and what it leads to. Nothing of it counts before the client has shown who it is.
struct RefreshProof {
    bool sent = false;
    std::string jkt{};                                // of the key that the request has shown; empty for none
    std::optional<Refresh> token{};                   // nothing: it is none of ours, or too old
    std::shared_ptr<const Authorization> continued{}; // nothing: it was revoked
    std::string scope{};                              // the part of it that is wanted; empty for all
};
RefreshProof look_at_refresh_token(api::Call&, std::string_view token, std::string_view scope);
// The family that a refresh token continues, with the scope that is wanted of it. Where each is good for one use, a
// second use ends the family; a request for too much is none.
Redeemed redeem_refresh_token(api::Call&, const Client&, const RefreshProof&);

// RFC 7636, 4.6.
bool verifies(std::string_view verifier, std::string_view challenge, std::string_view method);

} // namespace cairn::identity
