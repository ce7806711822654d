// What the router refuses at the addresses that browsers are sent to by applications.
#pragma once

#include "api/operation.hpp"

namespace cairn::identity {

// Who is not signed in is led to do it and comes back. A request that another site's page has posted comes without the
// session's cookie, so that it is asked for again as a GET, which browsers send it with; where that makes no sense, it
// is refused in plain words.
http::Response refuse_authorization(const api::Call&, const Error&);

} // namespace cairn::identity
