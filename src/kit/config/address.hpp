// The address of the site, changed by a program instead of an operator.
#pragma once

#include <string>

#include "base/result.hpp"
#include "config/load.hpp"

namespace cairn::config {

// Sets [server] ROOT_URL in app.ini, and in what was loaded from it. Errc::conflict where the environment sets another
// one, Errc::unavailable where the file cannot be written.
Result<> set_address(Loaded&, const std::string& root_url);

} // namespace cairn::config
