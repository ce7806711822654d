// Which application is asking: client authentication after RFC 6749, 2.3, for the token endpoint and its neighbors.
#pragma once

#include "http/message.hpp"
#include "identity/application.hpp"
#include "identity/errors.hpp"

namespace cairn::identity {

// As they came in the body.
struct BodyCredentials {
    std::string client_id;
    std::string client_secret;
};

struct Client {
    Application application;
    std::string secret; // as presented; empty for a public client
};

// The client of the request: by Basic, or by the body. A confidential one has shown its secret; a public one has none
// that counts. `secret_required` makes public clients show theirs as well.
OAuth2Result<Client> authenticate_client(db::Database&, const http::Request&, const BodyCredentials&,
                                         bool secret_required = false);

} // namespace cairn::identity
