// Which settings a command uses where --config does not say it.
#pragma once

#include <string>

namespace cairn::app {

struct ConfigPlaces {
    std::string program;                             // the one that runs
    std::string local = "data/app.ini";              // counted from the working folder
    std::string packaged_program = "/usr/bin/cairn"; // where Debian's package puts it,
    std::string packaged = "/etc/cairn/app.ini";     // and the settings of its site
};

// Of the running program.
ConfigPlaces config_places();

// The local file where it is there. Otherwise that of the package, but only of the program that came with it: one that
// was built here must not touch the site of this machine because nobody said which one was meant.
std::string usual_config(const ConfigPlaces&);

} // namespace cairn::app
