// What runs, jobs and steps are and how long they took, in the words of pages.
#pragma once

#include "actions/status.hpp"
#include "base/time.hpp"

namespace cairn::pages {

// For templates, which have an icon and a word for each: success, failure, cancelled, skipped, running, waiting,
// blocked.
std::string run_state(actions::Status);

// "4 s", "1:12", "2:03:44"; empty as long as it has not begun. What is not over took until now.
std::string took(Time started, Time stopped);

} // namespace cairn::pages
