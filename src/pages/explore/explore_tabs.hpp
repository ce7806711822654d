// The tabs of the pages to look around: repositories, people, organizations, code.
#pragma once

#include "pages/navigation.hpp"

namespace cairn::pages {

enum class ExploreTab : std::uint8_t { repositories, people, organizations, code };

// With how many there are of each that the caller may find: numbers that are kept as long as nothing changes.
std::vector<ShownEntry> explore_tabs(const api::Call&, ExploreTab current);

} // namespace cairn::pages
