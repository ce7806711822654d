// What a person is asked to approve, kept with the session until they have decided.
#pragma once

#include "accounts/sign_in/sessions.hpp"
#include "identity/grants.hpp"

namespace cairn::identity {

// What the page is about (a row of oauth2_consent). What the form sends back is only compared with it.
struct Consent {
    std::int64_t session_id = 0;
    std::string client_id;
    std::string redirect_uri;
    std::string state;
    std::string scope;
    std::string nonce;
    std::string challenge;
    std::string challenge_method;
    std::string acr;             // the class of the authentication
    std::string userinfo_claims; // wanted one by one at the userinfo endpoint, with blanks between
    std::string response_mode;
    std::string pushed;    // the hash of the pushed request that it is; empty for none
    std::string dpop_jkt;  // the key that the code will be bound to; empty for none
    std::string resources; // that the tokens will be for, with blanks between
};
BOOST_DESCRIBE_STRUCT(Consent, (),
                      (session_id, client_id, redirect_uri, state, scope, nonce, challenge, challenge_method, acr,
                       userinfo_claims, response_mode, pushed, dpop_jkt, resources))

// Whether all that a request was checked against is there yet: the session, the application with the address, and the
// approval that was found, or none. People sign out, applications are deleted and approvals change while a request is
// under way; what is written for it is written in the transaction that has seen this.
bool still_stands(db::Queries&, const Consent&, std::int64_t account_id, const std::optional<Grant>& approved);

// In place of what the session was asked before.
void keep_consent(db::Transaction&, const Consent&);
// What the session was asked last.
std::optional<Consent> find_consent(db::Queries&, std::int64_t session_id);

// A code for what was approved, bound to the session's authentication.
std::string make_code_for(db::Transaction&, const Grant&, const Consent&, const accounts::Session&);

} // namespace cairn::identity
