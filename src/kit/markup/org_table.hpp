// Tables of Org: rows of cells between bars, with lines across (|---|) between groups of rows.
#pragma once

#include "markup/org_text.hpp"

namespace cairn::markup::org {

// The rows before the first line across are the head of the table. A row of nothing but <l>, <c> and <r> aligns the
// columns.
void write_table(std::span<const Line> rows, Text&, Writer&);

} // namespace cairn::markup::org
