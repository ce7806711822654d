// What an application learns about a person: the claims of OpenID Connect Core, 5.1.
#pragma once

#include "api/call.hpp"
#include "identity/tokens.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::identity {

// "org" for each organization of the person's, and "org:team" for each team; with `only_public` those whose membership
// everybody can see.
std::vector<std::string> groups_of(db::Queries&, std::int64_t account_id, bool only_public);

struct IdTokenRequest {
    const Authorization& authorization;
    std::string_view access_token; // that is given out beside it
    Time now;
};
// OpenID Connect Core, 2.
std::string make_id_token(db::Queries&, const config::Settings&, const crypto::SigningKey&, const IdTokenRequest&);

} // namespace cairn::identity
