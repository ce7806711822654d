// The tokens that an approved application gets: made, and taken apart again.
//
// All tokens that go back to one authorization code are a family (oauth2_family): they live as long as its row, its
// grant and the account do. An access token is a JWT after RFC 9068 whose jti names the family. A refresh token is for
// nobody's eyes but ours, so it is a few numbers and an HMAC over them.
#pragma once

#include "api/call.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::db {
class Database;
class Transaction;
} // namespace cairn::db

namespace cairn::identity {

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
    Time expires_at; // with the last refresh token
};
BOOST_DESCRIBE_STRUCT(Family, (),
                      (id, grant_id, account_id, application_id, client_id, confidential, scope, nonce, acr,
                       userinfo_claims, auth_time, methods, generation, rotated_at, expires_at))

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
};
BOOST_DESCRIBE_STRUCT(Authorization, (Family, Person), (client_secret, id_token_signed_response_alg))

std::optional<Authorization> find_authorization(db::Transaction&, std::int64_t family_id);
std::shared_ptr<const Authorization> find_authorization(db::Database&, std::int64_t family_id);

// Makes tokens different from all others, also from those of the same family and second. It is no secret.
std::string new_serial();

struct Access {
    std::int64_t family_id = 0;
    std::string scope; // the family's, or a part of it
    Time issued_at;
    Time expires_at;
};
std::string make_access_token(const config::Settings&, const crypto::SigningKey&, const Family&,
                              std::string_view serial, Time now);
std::optional<Access> read_access_token(const config::Settings&, SigningKeys&, std::string_view token, Time now);

// Whether it says that it is one; nothing is verified.
bool could_be_access_token(std::string_view);

struct Refresh {
    std::int64_t family_id = 0;
    std::int64_t generation = 0;
    Time issued_at;
    Time expires_at;
};
std::string make_refresh_token(const config::Settings&, const Family&, std::string_view serial, Time now);
std::optional<Refresh> read_refresh_token(const config::Settings&, std::string_view token, Time now);

} // namespace cairn::identity
