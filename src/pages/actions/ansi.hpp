// The colors that programs write into their output (ECMA-48), as pieces of text with the classes of the stylesheet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn::pages {

// Some text that looks alike.
struct AnsiPiece {
    std::string text;
    std::string classes{}; // "c-red b", or none
};

// A line of output, which may be anything: sequences that are no colors, and signs that control a terminal, are
// dropped. Every line begins anew, as terminals of build servers have it.
std::vector<AnsiPiece> read_ansi(std::string_view line);

} // namespace cairn::pages
