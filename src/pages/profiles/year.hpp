// A year of activity as a drawing: a column for each week, from Monday to Sunday, and the same by months in words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/reflect.hpp"
#include "feeds/calendar.hpp"
#include "words/language.hpp"

namespace cairn::pages {

struct YearDay {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t heat = 0; // 0 to 4
};
BOOST_DESCRIBE_STRUCT(YearDay, (), (x, y, heat))

struct YearLabel {
    std::int64_t x = 0;
    std::string words;
};
BOOST_DESCRIBE_STRUCT(YearLabel, (), (x, words))

struct YearMonth {
    std::string words; // "Nov 2026"
    std::int64_t count = 0;
    std::int64_t days = 0; // on which something was done
};
BOOST_DESCRIBE_STRUCT(YearMonth, (), (words, count, days))

struct ShownYear {
    std::int64_t total = 0;
    std::vector<YearDay> days{};
    std::vector<YearLabel> labels{};
    std::vector<YearMonth> months{};
};
BOOST_DESCRIBE_STRUCT(ShownYear, (), (total, days, labels, months))

// The first of its days, a Monday: the year ends with `today`.
std::int64_t first_day_of_year_to(std::int64_t today);

ShownYear show_year(const words::Language&, std::span<const feeds::CountedDay>, std::int64_t today);

} // namespace cairn::pages
