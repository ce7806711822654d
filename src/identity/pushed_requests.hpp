// Authorization requests that clients have pushed, until a person has been asked (RFC 9126).
//
// What a confidential client pushes is kept in the database, so many at a time. Anybody can push in the name of a
// public client: such a request is not kept but handed back, under our seal, inside of its request_uri.
#pragma once

#include "api/call.hpp"
#include "identity/application.hpp"
#include "identity/errors.hpp"

namespace cairn::identity {

inline constexpr std::string_view request_uri_prefix = "urn:ietf:params:oauth:request_uri:";

// Among the parameters of one: that they were in a request object which the client has signed.
inline constexpr char signed_request[] = "signed_request";

// RFC 9126, 2.2: long enough for a person to sign in meanwhile.
inline constexpr std::int64_t pushed_request_seconds = 600;

// The request_uri. temporarily_unavailable where the client has too many of them, invalid_request for one that is too
// large.
OAuth2Result<std::string> push_request(db::Database&, const config::Settings&, const Application&,
                                       const api::QueryValues&, Time now);

struct PushedRequest {
    std::string hash;
    std::int64_t application_id = 0;
    api::QueryValues values;
    Time expires_at;
};
// Nothing for what is not known, has expired or was used, and for another client's.
std::optional<PushedRequest> find_pushed_request(db::Database&, const config::Settings&, std::string_view request_uri,
                                                 std::string_view client_id, Time now);

// RFC 9126, 7.3: a request is one person's in one session, who may look at the page again, and is answered once. False:
// somebody else has it, or it was answered.
bool claim_pushed_request(db::Transaction&, const PushedRequest&, std::int64_t session_id);
// False: it was used before.
bool use_pushed_request(db::Transaction&, std::string_view hash);
// The same for one that nobody has claimed.
bool use_pushed_request(db::Transaction&, const PushedRequest&);

} // namespace cairn::identity
