// What a person has approved for an application, and the codes by which the application hears of it.
#pragma once

#include "accounts/account.hpp"
#include "identity/application.hpp"
#include "identity/errors.hpp"
#include "identity/tokens.hpp"

namespace cairn::identity {

struct Grant {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::int64_t application_id = 0;
    std::string scope;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(Grant, (), (id, account_id, application_id, scope, created_at, updated_at))

std::optional<Grant> find_grant(db::Queries&, std::int64_t account_id, std::int64_t application_id);
// A new approval takes the place of an earlier one.
Grant approve(db::Transaction&, std::int64_t account_id, std::int64_t application_id, std::string_view scope);
// Ends every token that was given out for it.
void revoke_grant(db::Transaction&, std::int64_t grant_id);

// What an authorization request said that its code is bound to.
struct CodeBinding {
    std::string redirect_uri;
    std::string challenge;        // RFC 7636; empty for none
    std::string challenge_method; // "S256" or "plain"
    std::string nonce;
    std::string claims; // wanted one by one in the id token, with blanks between
    Time auth_time;
    std::string methods; // by which the person was authenticated, as RFC 8176 names them
};
std::string make_code(db::Transaction&, const Grant&, const CodeBinding&);

// A request's proof that it belongs to the authorization request that the code was given for.
struct CodeProof {
    std::string code;
    std::string redirect_uri;
    std::string verifier;
};
// What a code or a refresh token opens, and for whom.
struct Redeemed {
    Family family;
    accounts::Account account;
};
OAuth2Result<Redeemed> redeem_code(db::Database&, const config::Settings&, const Application&, const CodeProof&);

// The family that a refresh token continues. Where each is good for one use, a second use ends the family.
OAuth2Result<Redeemed> redeem_refresh_token(db::Database&, const config::Settings&, const Application&,
                                            std::string_view token);

// RFC 7636, 4.6.
bool verifies(std::string_view verifier, std::string_view challenge, std::string_view method);

} // namespace cairn::identity
