// What the kit of the pages asks about those who are signed in.
#pragma once

#include "pages/kit.hpp"

namespace cairn::pages {

// For the Kit that the application makes.
People people();

} // namespace cairn::pages
