// What a person has changed in a text, as a page shows it: before it is committed, between two versions.
#pragma once

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::pages {

enum class ChangedLine : std::uint8_t { same, add, del, gap };
BOOST_DESCRIBE_ENUM(ChangedLine, same, add, del, gap)

struct ShownLine {
    ChangedLine kind;
    std::int64_t old_number = 0; // 0: it is not on this side
    std::int64_t new_number = 0;
    std::string text{};
};
BOOST_DESCRIBE_STRUCT(ShownLine, (), (kind, old_number, new_number, text))

struct ShownChange {
    std::vector<ShownLine> lines{}; // empty: nothing changed
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    bool cut = false;       // there are more lines than are shown
    bool too_large = false; // to be compared
};
BOOST_DESCRIBE_STRUCT(ShownChange, (), (lines, additions, deletions, cut, too_large))

ShownChange show_change(std::string_view before, std::string_view after);

} // namespace cairn::pages
