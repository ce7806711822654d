// How far somebody's rights go, in a repository as a whole and in each of its units.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "base/reflect.hpp"

namespace cairn::access {

enum class Level : std::uint8_t { none, read, write, admin, owner };
BOOST_DESCRIBE_ENUM(Level, none, read, write, admin, owner)

enum class Unit : std::uint8_t {
    code,
    issues,
    pulls,
    releases,
    wiki,
    projects,
    packages,
    actions,
    ext_issues,
    ext_wiki
};
BOOST_DESCRIBE_ENUM(Unit, code, issues, pulls, releases, wiki, projects, packages, actions, ext_issues, ext_wiki)
inline constexpr std::size_t unit_count = 10;
constexpr auto words(const Unit*)
{
    return std::array<std::string_view, unit_count>{
        "repo.code",     "repo.issues",   "repo.pulls",   "repo.releases",   "repo.wiki",
        "repo.projects", "repo.packages", "repo.actions", "repo.ext_issues", "repo.ext_wiki"};
}

// A level for the whole and one for each unit. A level is stored as four bits, of which the n-th is set from the n-th
// level on: so the higher of two is their union, for one unit and for all of them at once.
class Levels {
public:
    constexpr Levels() = default;
    static constexpr Levels everywhere(Level level)
    {
        Levels levels;
        levels.set(level);
        for (std::size_t i = 0; i < unit_count; ++i) levels.set(static_cast<Unit>(i), level);
        return levels;
    }
    static constexpr Levels from_stored(std::int64_t stored)
    {
        Levels levels;
        levels.bits_ = stored;
        return levels;
    }
    constexpr std::int64_t stored() const { return bits_; }

    // Where the bits of a unit are in what is stored, and the bits of a level there, for conditions in SQL.
    static constexpr unsigned shift(Unit unit) { return 4 + 4 * static_cast<unsigned>(unit); }
    static constexpr std::int64_t bits(Level level) { return (1 << static_cast<unsigned>(level)) - 1; }

    constexpr Level whole() const { return at(0); }
    constexpr Level on(Unit unit) const { return at(shift(unit)); }
    constexpr void set(Level level) { put(0, level); }
    constexpr void set(Unit unit, Level level) { put(shift(unit), level); }

    constexpr bool any() const { return bits_ != 0; }
    constexpr Levels operator|(Levels other) const { return from_stored(bits_ | other.bits_); }
    constexpr Levels& operator|=(Levels other) { return *this = *this | other; }
    constexpr bool operator==(const Levels&) const = default;

private:
    constexpr Level at(unsigned position) const
    {
        const auto nibble = static_cast<unsigned>(bits_ >> position & 15);
        return static_cast<Level>(std::bit_width(nibble));
    }
    constexpr void put(unsigned position, Level level)
    {
        bits_ = (bits_ & ~(std::int64_t{15} << position)) | bits(level) << position;
    }

    std::int64_t bits_ = 0;
};

// The units that are switched on in a repository, a bit for each.
class Units {
public:
    constexpr Units() = default;
    constexpr Units(std::initializer_list<Unit> units)
    {
        for (Unit unit : units) set(unit, true);
    }
    static constexpr Units from_stored(std::int64_t stored)
    {
        Units units;
        units.bits_ = stored;
        return units;
    }
    constexpr std::int64_t stored() const { return bits_; }
    constexpr bool has(Unit unit) const { return (bits_ >> static_cast<unsigned>(unit) & 1) != 0; }
    constexpr void set(Unit unit, bool on)
    {
        const auto bit = std::int64_t{1} << static_cast<unsigned>(unit);
        bits_ = on ? bits_ | bit : bits_ & ~bit;
    }
    constexpr bool operator==(const Units&) const = default;
    constexpr Units operator&(Units other) const { return from_stored(bits_ & other.bits_); }

private:
    std::int64_t bits_ = 0;
};

} // namespace cairn::access
