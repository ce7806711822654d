// Units and levels by the numbers that the old servers write for them.
#pragma once

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

constexpr bool is_mode(std::int64_t mode)
{
    return mode >= 0 && mode <= static_cast<std::int64_t>(access::Level::owner);
}

// What is no level is none: a damaged number must open nothing.
constexpr access::Level level_of_mode(std::int64_t mode)
{
    return is_mode(mode) ? static_cast<access::Level>(mode) : access::Level::none;
}

} // namespace cairn::import
