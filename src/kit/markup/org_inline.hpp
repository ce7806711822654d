// What stands inside of a paragraph of Org: emphasis, links, pictures, references to notes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::markup::org {

struct Piece {
    enum class Kind : std::uint8_t { words, code, line_break, start, end, link, picture, note };
    Kind kind;
    std::string_view text{};  // the words; the element that starts or ends; the target; what a note says on the spot
    std::string_view label{}; // of a note that others may refer to
};

// In order, and pointing into the text. A link ends as an element "a" does. Takes time in proportion to the length of
// the text, whatever it is.
std::vector<Piece> read_inline(std::string_view text);

// The words alone.
std::string words_of(std::span<const Piece>);

// A target without what says that it is a file of this repository, and without the place in that file.
std::string_view without_file(std::string_view target);

} // namespace cairn::markup::org
