// Security keys (WebAuthn) as the second step at sign-in.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

struct SecurityKey {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::string name;
    std::string credential_id; // base64url
    std::string public_key;    // COSE, base64url
    std::int64_t sign_count = 0;
    Time created_at;
    Time last_used_at;
};
BOOST_DESCRIBE_STRUCT(SecurityKey, (),
                      (id, account_id, name, credential_id, public_key, sign_count, created_at, last_used_at))

std::vector<SecurityKey> security_keys_of(db::Queries&, std::int64_t account_id);

// What the page's script needs to ask the browser for a key, as JSON. It holds a new challenge, which replaces the one
// that the session had before.
std::string ask_for_key(const api::Call&, const Account&, std::int64_t session_id);

// What the browser answers, each in base64url, as the page's form sends it.
struct KeyAnswer {
    std::string credential_id;
    std::string client_data;
    std::string attestation;        // of a new key
    std::string authenticator_data; // of one that signs in
    std::string signature;
};
BOOST_DESCRIBE_STRUCT(KeyAnswer, (), (credential_id, client_data, attestation, authenticator_data, signature))

// Errc::unprocessable when the answer is not to this session's question, or the key is known already.
Result<SecurityKey> add_security_key(db::Transaction&, const config::Settings&, std::int64_t account_id,
                                     std::int64_t session_id, const std::string& name, const KeyAnswer&);

// The key that has answered this session's question. Errc::unauthorized when none of the account's keys has.
Result<SecurityKey> use_security_key(db::Transaction&, const config::Settings&, std::int64_t account_id,
                                     std::int64_t session_id, const KeyAnswer&);

// Nothing when the account has no such key.
std::optional<SecurityKey> remove_security_key(db::Transaction&, std::int64_t account_id, std::int64_t key_id);

} // namespace cairn::accounts
