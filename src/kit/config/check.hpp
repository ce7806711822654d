// What settings must be beyond the type of their value: for app.ini when it is read, and for what is changed while the
// site runs.
#pragma once

#include <string>
#include <vector>

#include "config/table.hpp"

namespace cairn::config {

struct Complaint {
    const Key* key;
    std::string problem;
};

std::vector<Complaint> check(const Settings&);

} // namespace cairn::config
