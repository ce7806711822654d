// Authorization requests that a client has put into a token and signed (RFC 9101; OpenID Connect Core, 6).
#pragma once

#include "api/call.hpp"
#include "identity/application.hpp"
#include "identity/errors.hpp"

namespace cairn::identity {

// The parameters inside, as if they had been sent one by one. invalid_request_object for what the application has not
// signed with one of the keys that it has registered, or what was not made for us, or not for now.
OAuth2Result<api::QueryValues> open_request_object(const config::Settings&, const Application&, std::string_view token,
                                                   Time now);

} // namespace cairn::identity
