// Which application is asking: client authentication after RFC 6749, 2.3, for the token endpoint and its neighbors.
#pragma once

#include "http/message.hpp"
#include "identity/errors.hpp"
#include "identity/tokens.hpp"

namespace cairn::identity {

// As they came in the body.
struct BodyCredentials {
    std::string client_id;
    std::string client_secret;
};

// RFC 6749, 3.2: no parameter of a form is sent twice. Of JSON the last member counts, as its readers have it.
OAuth2Result<void> check_sent_once(const http::Request&, const Type& parameters);

// An application that has shown which one it is.
struct Client {
    std::int64_t id = 0; // the application's
    std::string client_id;
    bool confidential = false;
    std::string secret; // as presented; empty for a public client
    Json metadata{};    // what it says of itself
};

// The client of the request: by Basic, or by the body. A confidential one has shown its secret; a public one has none
// that counts. `secret_required` makes public clients show theirs as well. `named` is what a token of the request leads
// to, if it was looked up: where it is the client's own, the client is not looked up once more.
OAuth2Result<Client> authenticate_client(db::Database&, const http::Request&, const BodyCredentials&,
                                         const Authorization* named = nullptr, bool secret_required = false);

} // namespace cairn::identity
