// What a team may do, unit by unit, as its page says it and its form asks for it.
#pragma once

#include "organizations/team.hpp"
#include "words/language.hpp"

namespace cairn::pages {

struct TeamUnitRow {
    std::string name; // of the form's field: "code"
    std::string words{};
    std::string hint{};
    std::string level{};  // none, read, write, admin or owner
    bool writable = true; // there is something to write to
};
BOOST_DESCRIBE_STRUCT(TeamUnitRow, (), (name, words, hint, level, writable))

struct TeamUnit {
    access::Unit unit;
    std::string_view name;
    words::Phrase words;
    words::Phrase hint;
    bool writable = true;
};
std::span<const TeamUnit> team_units();

std::vector<TeamUnitRow> team_unit_rows(const words::Language&, const organizations::StoredTeam&);

} // namespace cairn::pages
