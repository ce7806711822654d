// Puts the nodes of a program into the order in which they run.
#pragma once

#include "pages/template/program.hpp"

namespace cairn::pages {

// Refers to the nodes, which must stay where they are; words among them learn what their tags run.
bound::Code code_of(std::vector<bound::Node>&);

} // namespace cairn::pages
