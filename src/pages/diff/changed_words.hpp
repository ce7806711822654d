// Which words of a line have changed, where a line was put in the place of another.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn::pages {

// Bytes of a line, from `begin` to before `end`.
struct WordSpan {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const WordSpan&) const = default;
};

struct ChangedWords {
    std::vector<WordSpan> before{}; // what went, in their order
    std::vector<WordSpan> after{};  // what came
};

// Nothing where less than a third of the lines is the same: then all of it has changed, and marks would only confuse.
// Nothing for very long lines, either. Lines are UTF-8; no span ends inside of a character.
ChangedWords changed_words(std::string_view before, std::string_view after);

} // namespace cairn::pages
