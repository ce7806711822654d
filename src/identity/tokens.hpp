// The tokens that an approved application gets: made, and taken apart again.
//
// All tokens that go back to one authorization code are a family (oauth2_family): they live as long as its row, its
// grant and the account do. An access token is a JWT after RFC 9068 whose jti names the family. A refresh token is for
// nobody's eyes but ours, so it is a few numbers and an HMAC over them.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "identity/application.hpp"
#include "identity/signing_keys.hpp"

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
    std::string nonce;  // of the authorization request; each id token of the family repeats it
    std::string claims; // wanted one by one in the id token, with blanks between
    Time auth_time;
    std::string methods;
    std::int64_t generation = 0;
    Time rotated_at;
    Time expires_at; // with the last refresh token
};
BOOST_DESCRIBE_STRUCT(Family, (),
                      (id, grant_id, account_id, application_id, client_id, confidential, scope, nonce, claims,
                       auth_time, methods, generation, rotated_at, expires_at))

std::optional<Family> find_family(db::Queries&, std::int64_t id);

struct Access {
    std::int64_t family_id = 0;
    Time issued_at;
    Time expires_at;
};
std::string make_access_token(const config::Settings&, const crypto::SigningKey&, const Family&, Time now);
std::optional<Access> read_access_token(const config::Settings&, SigningKeys&, std::string_view token, Time now);

// Whether it says that it is one; nothing is verified.
bool could_be_access_token(std::string_view);

struct Refresh {
    std::int64_t family_id = 0;
    std::int64_t generation = 0;
    Time issued_at;
    Time expires_at;
};
std::string make_refresh_token(const config::Settings&, const Family&, Time now);
std::optional<Refresh> read_refresh_token(const config::Settings&, std::string_view token, Time now);

} // namespace cairn::identity
