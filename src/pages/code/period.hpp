// How far back a page about what was done looks: the choices, and the menu of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"
#include "words/language.hpp"

namespace cairn::pages {

struct Period {
    std::string_view name; // as it stands in addresses
    words::Phrase words;
    std::int64_t seconds; // 0: from the beginning
};

// From a day to a year, then all.
std::span<const Period> all_periods();
// Null: there is none of that name.
const Period* find_period(std::string_view name);

struct PeriodLink {
    std::string words;
    std::string address;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(PeriodLink, (), (words, address, current))

// For {% include "repository/period_menu" with periods %}.
struct PeriodMenu {
    std::string words{}; // of the one that is chosen
    std::vector<PeriodLink> links{};
};
BOOST_DESCRIBE_STRUCT(PeriodMenu, (), (words, links))

// `address` and the period's name lead there.
PeriodMenu period_menu(const words::Language&, std::span<const Period>, const Period& chosen, std::string_view address);

} // namespace cairn::pages
