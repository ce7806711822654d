// Units and levels by the numbers that the old servers write for them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "access/levels.hpp"

namespace cairn::import {

constexpr std::optional<access::Unit> unit_of_type(std::int64_t type)
{
    using enum access::Unit;
    constexpr std::array units{code, issues, pulls, releases, wiki, ext_wiki, ext_issues, projects, packages, actions};
    if (type < 1 || type > static_cast<std::int64_t>(units.size())) return {};
    return units[static_cast<std::size_t>(type - 1)];
}

constexpr access::Level level_of_mode(std::int64_t mode)
{
    return static_cast<access::Level>(std::clamp<std::int64_t>(mode, 0, 4));
}

} // namespace cairn::import
