// What the tasks of upkeep do, in words.
#pragma once

#include <string>
#include <string_view>

#include "words/language.hpp"

namespace cairn::pages {

// The name itself for one that nobody has put into words.
std::string task_title(const words::Language&, std::string_view task);

} // namespace cairn::pages
