// What has changed in a notebook, cell by cell: which came and went, the lines of their sources, and the names of what
// they have put out. Cells belong together that have one id, or the same source, or one that is most alike.
#pragma once

#include "contents/notebook.hpp"
#include "pages/diff/aligned.hpp"
#include "pages/diff/diff_rows.hpp"

namespace cairn::pages {

struct NotebookDiff {
    contents::Notebook before{};
    contents::Notebook after{};
    std::vector<Aligned> cells{};

    bool is_same(const Aligned& cell) const;
};

// Either text may be empty: there was no file. unprocessable for what is no notebook, too_large for more than anybody
// reads on a page.
Result<NotebookDiff> compare_notebooks(std::string_view before, std::string_view after);

// A table for each cell, piece by piece, as long as they are wanted.
void write_notebook(const NotebookDiff&, const words::Language&, const DiffRows::Give&);

} // namespace cairn::pages
