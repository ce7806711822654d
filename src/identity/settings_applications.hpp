// The tab of the account's settings on which all is that works in the person's name.
#pragma once

#include "api/call.hpp"
#include "identity/application_owner.hpp"

namespace cairn::identity {

// The page with a form for a new application that had a mistake in it.
api::Raw settings_page(api::Call&, const ApplicationForm&, const std::string& mistake, int status = 200);

} // namespace cairn::identity
