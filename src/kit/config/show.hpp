// Settings for people: what holds on this site, and what could be set.
#pragma once

#include <string>

#include "config/load.hpp"

namespace cairn::config {

// Every key with the value in effect and where it comes from, as an app.ini; secrets are not shown.
std::string show(const Loaded&);

// docs/app.example.ini: every key with its documentation and its default.
std::string example();

} // namespace cairn::config
