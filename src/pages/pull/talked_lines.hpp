// The lines that a remark was made on, from the piece of the difference that is kept with it.
#pragma once

#include "pages/issue/shown_talk.hpp"

namespace cairn::pages {

// The last few lines of the hunk, with their numbers; nothing for what is none.
std::vector<TalkedLine> talked_lines(std::string_view hunk);

} // namespace cairn::pages
