#include "pages/organizations/team_units.hpp"

namespace cairn::pages {

using access::Unit;
using words::Phrase;

std::span<const TeamUnit> team_units()
{
    // clang-format off
    static constexpr TeamUnit all[] = {
        {Unit::code,       "code",       Phrase("Code"),             Phrase("Files, branches and history")},
        {Unit::issues,     "issues",     Phrase("Issues"),           Phrase("Read and write issues, labels and milestones")},
        {Unit::pulls,      "pulls",      Phrase("Pull requests"),    Phrase("Propose changes and review them")},
        {Unit::releases,   "releases",   Phrase("Releases"),         Phrase("Versions and what is downloaded with them")},
        {Unit::wiki,       "wiki",       Phrase("Wiki"),             Phrase("Pages about it")},
        {Unit::projects,   "projects",   Phrase("Projects"),         Phrase("Boards")},
        {Unit::packages,   "packages",   Phrase("Packages"),         Phrase("What is published")},
        {Unit::actions,    "actions",    Phrase("Actions"),          Phrase("Workflows and their runs")},
        {Unit::ext_issues, "ext_issues", Phrase("Issues elsewhere"), Phrase("The way to another tracker"), false},
        {Unit::ext_wiki,   "ext_wiki",   Phrase("Wiki elsewhere"),   Phrase("The way to another wiki"), false},
    };
    // clang-format on
    return all;
}

std::vector<TeamUnitRow> team_unit_rows(const words::Language& in, const organizations::StoredTeam& team)
{
    const auto levels = team.rights().levels;
    std::vector<TeamUnitRow> rows;
    for (const auto& unit : team_units())
        rows.push_back({.name = std::string(unit.name),
                        .words = in.say(unit.words),
                        .hint = in.say(unit.hint),
                        .level = std::string(word_of(levels.on(unit.unit))),
                        .writable = unit.writable});
    return rows;
}

} // namespace cairn::pages
