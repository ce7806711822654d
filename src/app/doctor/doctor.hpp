// `cairn doctor`: looks at everything that the site stands on, says what to do about what is wrong, and does what can
// be done about it without a person. The pages show the same (admin/self_check.hpp).
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "admin/self_check.hpp"
#include "app/doctor/check.hpp"
#include "base/result.hpp"

namespace cairn::app {

// All that there are, in the order in which they are made.
std::span<const doctor::Check> all_checks();

struct DoctorWish {
    bool list = false; // what is looked at, and no more
    bool repair = false;
    std::vector<std::string> only; // names; none: all
};

// Prints what it finds. Whether all is well, or was mended. Errc::not_found for a name that there is not.
Result<bool> examine(const config::Loaded&, const DoctorWish&);

// For the pages, which only look. It may take long; what it was stopped at is not told.
std::vector<admin::Examined> examine_all(const config::Loaded&, const std::stop_token&);

} // namespace cairn::app
