#include "pages/code/period.hpp"

#include <algorithm>

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::int64_t day = 86'400;
constexpr Period periods[] = {
    {"daily", Phrase("1 day"), day},
    {"halfweekly", Phrase("3 days"), 3 * day},
    {"weekly", Phrase("1 week"), 7 * day},
    {"monthly", Phrase("1 month"), 30 * day},
    {"quarterly", Phrase("3 months"), 91 * day},
    {"semiyearly", Phrase("6 months"), 182 * day},
    {"yearly", Phrase("1 year"), 365 * day},
    {"all", Phrase("From the beginning"), 0},
};

} // namespace

std::span<const Period> all_periods() { return periods; }

const Period* find_period(std::string_view name)
{
    const auto* found = std::ranges::find(periods, name, &Period::name);
    return found == std::end(periods) ? nullptr : found;
}

PeriodMenu period_menu(const words::Language& in, std::span<const Period> choices, const Period& chosen,
                       std::string_view address)
{
    PeriodMenu menu{.words = in.say(chosen.words)};
    for (const auto& one : choices)
        menu.links.push_back({in.say(one.words), std::string(address).append(one.name), one.name == chosen.name});
    return menu;
}

} // namespace cairn::pages
