// The site's own secrets, made on the first start.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/load.hpp"

namespace cairn::config {

struct NamedSecret {
    std::string section;
    std::string name;
    std::string value;
};

// Those that are set.
std::vector<NamedSecret> secrets_of(const Settings&);

// Makes the secrets that nobody has set ([security] SECRET_KEY and INTERNAL_TOKEN, [oauth2] JWT_SECRET) and saves them
// in app.ini, which keeps its comments and its order and can be read by its owner alone afterwards. Processes that
// start at the same time end up with the same secrets. Fails when the file cannot be written: a secret that is
// forgotten at the next start would be worse than none. `given` ones, of another site whose data come here, are taken
// in place of new ones.
Result<> ensure_secrets(Loaded&, std::span<const NamedSecret> given = {});

} // namespace cairn::config
