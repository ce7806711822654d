#include "templates/labels.hpp"

#include <algorithm>
#include <array>

namespace cairn::templates {

namespace {

// clang-format off
constexpr Label plain[] = {
    {"bug",         "ee0701", "It does not do what it should"},
    {"duplicate",   "cccccc", "There is one about the same already"},
    {"enhancement", "84b6eb", "Something new, or better than it is"},
    {"help wanted", "128a0c", "Whoever can help is welcome"},
    {"invalid",     "e6e6e6", "It is not right as it was written"},
    {"question",    "cc317c", "More has to be known first"},
    {"wontfix",     "ffffff", "It stays as it is"},
};

constexpr Label advanced[] = {
    {"Kind/Bug",              "ee0701", "It does not do what it should"},
    {"Kind/Feature",          "0288d1", "Something that it could not do before"},
    {"Kind/Enhancement",      "84b6eb", "Something that it does, done better"},
    {"Kind/Security",         "9c27b0", "It concerns what nobody should be able to do"},
    {"Kind/Testing",          "795548", "About tests, or what they found"},
    {"Kind/Documentation",    "37474f", "About what is written for readers"},
    {"Compat/Breaking",       "c62828", "Those who use it will have to change something"},
    {"Reviewed/Duplicate",    "616161", "There is one about the same already",          true},
    {"Reviewed/Invalid",      "546e7a", "It is not right as it was written",            true},
    {"Reviewed/Confirmed",    "795548", "Somebody else has seen it too",                true},
    {"Reviewed/Won't Fix",    "eeeeee", "It stays as it is",                            true},
    {"Status/Need More Info", "424242", "Whoever wrote it is asked to tell more",       true},
    {"Status/Blocked",        "880e4f", "Something else has to be done first",          true},
    {"Status/Abandoned",      "222222", "Nobody works on it any more",                  true},
    {"Priority/Critical",     "b71c1c", "Everything else waits for it",                 true},
    {"Priority/High",         "d32f2f", "Soon",                                         true},
    {"Priority/Medium",       "e64a19", "In its turn",                                  true},
    {"Priority/Low",          "4caf50", "When there is time",                           true},
};
// clang-format on

constexpr auto sets = std::to_array<LabelSet>({{"Advanced", advanced}, {"Default", plain}});

} // namespace

std::span<const LabelSet> label_sets() { return sets; }

const LabelSet* find_label_set(std::string_view name)
{
    const auto* found = std::ranges::find(sets, name, &LabelSet::name);
    return found == sets.end() ? nullptr : found;
}

} // namespace cairn::templates
