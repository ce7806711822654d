// `cairn import`: moves a site of Gitea or Forgejo on this machine into this one.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/load.hpp"

namespace cairn::app {

struct ImportWish {
    std::string app_ini;
    std::string work_path;
    std::vector<std::string> same_people;
    bool dry_run = false;
    bool json = false;
};

// Prints the report; what is wrong comes back in words for the operator.
Result<> import_site(config::Loaded&, const ImportWish&);

// One that has begun and not ended: leaves it at what has come.
Result<> abandon_import(config::Loaded&);

} // namespace cairn::app
