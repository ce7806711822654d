// Whether a pull request is a draft stands in its title (issues::is_work_in_progress).
#pragma once

#include <string>
#include <string_view>

namespace cairn::pulls {

// The title without such marks, and with one.
std::string ready_title(std::string_view title);
std::string draft_title(std::string_view title);

} // namespace cairn::pulls
