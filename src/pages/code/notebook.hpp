// Notebooks of Jupyter (nbformat 4) as text: the words rendered, the code and what it has printed as they are.
#pragma once

#include "markup/safe_html.hpp"

namespace cairn::pages {

// unprocessable for what is no notebook. Pictures and HTML that a cell has made are left out: they are a stranger's.
Result<Html> notebook_html(std::string_view json, const markup::LinkContext&);

} // namespace cairn::pages
