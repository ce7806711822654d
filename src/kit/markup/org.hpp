// Writes Org on a sheet: the outline format of Emacs, as far as people use it for the files that they show.
//
// Not read, and so shown as they were typed: sub- and superscripts, formulas, entities (\alpha), macros, citations and
// targets (<<x>>). Nothing is evaluated or included, and what was meant for one exporter alone (HTML, too) is left out.
#pragma once

#include <string_view>

#include "markup/sheet.hpp"

namespace cairn::markup {

// Takes time in proportion to the length of the text, whatever it is.
void write_org(std::string_view text, Sheet&);

} // namespace cairn::markup
