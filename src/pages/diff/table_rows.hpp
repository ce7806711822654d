// Private to pages/diff: what has changed in a table of comma-separated values, as rows of a table of the page.
#pragma once

#include "pages/diff/diff_rows.hpp"
#include "pages/diff/table_diff.hpp"

namespace cairn::pages {

// Piece by piece, as long as they are wanted.
void write_table(const TableDiff&, const words::Language&, const DiffRows::Give&);

} // namespace cairn::pages
