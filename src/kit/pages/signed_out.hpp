// The page after signing out, where applications want to hear of it in the person's browser (OpenID Connect
// Front-Channel Logout 1.0): it opens their addresses in frames that nobody sees, and goes on.
#pragma once

#include "api/call.hpp"

namespace cairn::pages {

// `next`: where the person goes then; an address of another site, or a path of ours.
api::Raw signed_out_page(api::Call&, const std::vector<std::string>& frames, const std::string& next);

} // namespace cairn::pages
