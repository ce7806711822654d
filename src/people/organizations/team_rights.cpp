#include "organizations/team_rights.hpp"

#include <algorithm>

namespace cairn::organizations {

namespace {

// A unit or a level that today's clients may name. Nobody is made an owner of a single unit.
template <class E> std::optional<E> find_word(std::string_view word, E last)
{
    for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i)
        if (word_of(static_cast<E>(i)) == word) return static_cast<E>(i);
    return {};
}

void name_unit(TeamRights& rights, std::string_view word, Level level)
{
    const auto unit = find_word(word, Unit::ext_wiki);
    if (!unit) return;
    rights.named.set(*unit, true);
    rights.levels.set(*unit, level);
}

Level level_of(TeamPermission permission)
{
    switch (permission) {
    case TeamPermission::read: return Level::read;
    case TeamPermission::write: return Level::write;
    case TeamPermission::admin: return Level::admin;
    }
    std::unreachable();
}

} // namespace

std::optional<TeamRights> read_rights(std::optional<TeamPermission> permission, const std::vector<std::string>& units,
                                      const std::map<std::string, std::string>& units_map, Level present)
{
    if (units.empty() && units_map.empty())
        return permission ? std::optional(TeamRights::everywhere(level_of(*permission))) : std::nullopt;
    TeamRights rights;
    const Level listed = permission ? level_of(*permission) : present;
    // Some clients send both, the list made from the map: what is said of single units is meant.
    if (units_map.empty())
        for (const auto& unit : units) name_unit(rights, unit, listed);
    for (const auto& [unit, level] : units_map)
        name_unit(rights, unit, find_word(level, Level::admin).value_or(Level::none));
    return rights;
}

} // namespace cairn::organizations
