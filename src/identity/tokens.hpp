// The tokens that an approved application gets: made, and taken apart again.
//
// All tokens that go back to one authorization code are a family (oauth2_family): they live as long as its row, its
// grant and the account do. An access token is a JWT after RFC 9068 whose jti names the family. A refresh token is for
// nobody's eyes but ours, so it is a few numbers and an HMAC over them.
#pragma once

#include <span>

#include "api/call.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::db {
class Database;
class Transaction;
} // namespace cairn::db

namespace cairn::identity {

// RFC 7800, 3.1; RFC 9449, 6.1.
struct Confirmation {
    std::string jkt;
};
BOOST_DESCRIBE_STRUCT(Confirmation, (), (jkt))

// One authorization: who approved what, for which application, and when they last showed who they are.
struct Family {
    std::int64_t id = 0;
    std::int64_t grant_id = 0;
    std::int64_t account_id = 0;
    std::int64_t application_id = 0;
    std::string client_id;
    bool confidential = false;
    std::string scope;
    std::string nonce;           // of the authorization request; each id token of the family repeats it
    std::string acr;             // the class of the authentication; empty: the one that its methods reach
    std::string userinfo_claims; // wanted one by one at the userinfo endpoint, with blanks between
    Time auth_time;
    std::string methods;
    std::int64_t generation = 0;
    Time rotated_at;
    Time expires_at;       // with the last refresh token
    std::string dpop_jkt;  // the key that its refresh tokens are bound to (RFC 9449, 5); empty for none
    std::string resources; // that its tokens are for (RFC 8707), with blanks between; empty for the whole site
    std::string sid;       // the session that the person approved it in, as applications know it
};
BOOST_DESCRIBE_STRUCT(Family, (),
                      (id, grant_id, account_id, application_id, client_id, confidential, scope, nonce, acr,
                       userinfo_claims, auth_time, methods, generation, rotated_at, expires_at, dpop_jkt, resources,
                       sid))

// What of an account an application may be told, and whether it may sign in.
struct Person {
    std::string name;
    std::string full_name;
    std::string email;
    std::string website;
    std::string language;
    std::string avatar;
    bool is_active = false;
    bool prohibit_login = false;
    bool must_change_password = false; // until then nothing is opened
    Time updated_at;

    bool may_sign_in() const { return is_active && !prohibit_login && !must_change_password; }
};
BOOST_DESCRIBE_STRUCT(Person, (),
                      (name, full_name, email, website, language, avatar, is_active, prohibit_login,
                       must_change_password, updated_at))

// A family and all that its tokens lead to, found in one look: most requests of applications need nothing else.
struct Authorization : Family, Person {
    std::string client_secret; // of the application: its hash
    std::string id_token_signed_response_alg;
    Json client_metadata; // and what it says of itself
};
BOOST_DESCRIBE_STRUCT(Authorization, (Family, Person), (client_secret, id_token_signed_response_alg, client_metadata))

std::optional<Authorization> find_authorization(db::Transaction&, std::int64_t family_id);
std::shared_ptr<const Authorization> find_authorization(db::Database&, std::int64_t family_id);

// Makes tokens different from all others, also from those of the same family and second. It is no secret.
std::string new_serial();

struct Access {
    std::int64_t family_id = 0;
    std::string scope; // the family's, or a part of it
    Time issued_at;
    Time expires_at;
    std::string jkt{}; // the thumbprint of the key that it is bound to (RFC 9449, 6.1); empty for none
    std::vector<std::string> audience{}; // that it is for (RFC 8707); none: the whole site
};
// What is particular to one access token of a family.
struct AccessDetails {
    std::string_view serial;
    std::string_view jkt{};
    std::span<const std::string> audience{};
};
std::string make_access_token(const config::Settings&, const crypto::SigningKey&, const Family&, const AccessDetails&,
                              Time now);
std::optional<Access> read_access_token(const config::Settings&, SigningKeys&, std::string_view token, Time now);

struct Refresh {
    std::int64_t family_id = 0;
    std::int64_t generation = 0;
    Time issued_at;
    Time expires_at;
};
std::string make_refresh_token(const config::Settings&, const Family&, std::string_view serial, Time now);
std::optional<Refresh> read_refresh_token(const config::Settings&, std::string_view token, Time now);

} // namespace cairn::identity
