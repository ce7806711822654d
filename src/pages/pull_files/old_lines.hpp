// Lines of a pull request as a remark has kept them: what it was made on, and what it suggests instead.
#pragma once

#include "pages/diff/shown_change.hpp"
#include "pages/safe_html.hpp"
#include "pulls/review/line_comment.hpp"

namespace cairn::pages {

// The last lines of a hunk that was kept, those that the remark is on among them. Empty where none was kept, or where
// it cannot be read.
std::vector<ShownLine> old_lines(const pulls::LinePosition&);

// Rows of a table: the lines that a remark is on, as far as they are known, go, and the suggested ones come.
Html suggested_rows(const pulls::LinePosition&, std::string_view suggestion);

} // namespace cairn::pages
