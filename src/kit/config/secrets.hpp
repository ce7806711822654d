// The site's own secrets, made on the first start.
#pragma once

#include "base/result.hpp"
#include "config/load.hpp"

namespace cairn::config {

// Makes the secrets that nobody has set ([security] SECRET_KEY and INTERNAL_TOKEN, [oauth2] JWT_SECRET) and saves them
// in app.ini, which keeps its comments and its order and can be read by its owner alone afterwards. Processes that
// start at the same time end up with the same secrets. Fails when the file cannot be written: a secret that is
// forgotten at the next start would be worse than none.
Result<> ensure_secrets(Loaded&);

} // namespace cairn::config
