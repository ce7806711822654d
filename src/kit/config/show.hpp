// Settings for people: what holds on this site, and what could be set.
#pragma once

#include <string>

#include "config/load.hpp"

namespace cairn::config {

// Every key with the value in effect and where it comes from, as an app.ini; secrets are not shown.
std::string show(const Loaded&);

// A setting as it is on this site. Secrets are not in it.
struct SettingInForce {
    std::string section; // empty: before the first
    std::string name;
    std::string doc;
    std::string value;
    std::string standard; // its default
    Origin::Source source = Origin::Source::standard;
    std::string place; // where it was set
    bool secret = false;
    bool set = false; // of a secret: whether there is one
};

// All of them, in the order of their declaration: made when the program starts, and read by the pages (a service of the
// site, api/site.hpp).
struct SettingsInForce {
    std::string file;
    std::vector<SettingInForce> settings;
};
SettingsInForce in_force(const Loaded&);

// docs/app.example.ini: every key with its documentation and its default.
std::string example();

} // namespace cairn::config
