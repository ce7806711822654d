// What the kit of the pages asks about those who are signed in.
#pragma once

#include "pages/kit.hpp"
#include "pages/looks.hpp"

namespace cairn::pages {

// For the Kit that the application makes.
People people();
LooksOf looks();

} // namespace cairn::pages
