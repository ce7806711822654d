// Charts of what was done in which week, as SVG. Each stands above a table that says the same in words.
#pragma once

#include <span>

#include "base/html.hpp"
#include "contents/statistics.hpp"

namespace cairn::pages {

// Weeks without a gap, from the first to the last; several together where there would be more than `most`.
std::vector<contents::WeekOfWork> chart_weeks(std::span<const contents::WeekOfWork>, std::size_t most);

// Bars for commits. All of a page share the height of `highest`; 0: their own.
Html commit_bars(std::span<const contents::WeekOfWork>, std::int64_t highest = 0);

// Lines that came above a line in the middle, lines that went below it.
Html line_bars(std::span<const contents::WeekOfWork>);

} // namespace cairn::pages
