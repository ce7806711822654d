// [[Words]] of a template: what translators get to see of them, and what is put in their places.
#pragma once

#include <functional>

#include "pages/template/syntax.hpp"

namespace cairn::pages::syntax {

// A whole tag of HTML as nodes, read on from that context.
using ReadTag = std::function<Nodes(std::string_view tag, HtmlContext&)>;

// What stands between the brackets, in the template's HTML. Throws std::invalid_argument.
Marked marked_words(std::string_view content, HtmlContext&, const ReadTag&);

// The same for words that are an argument: plain text, without tags.
Marked plain_words(std::string_view content);

// A translation, or the English words themselves, in pieces.
struct Piece {
    enum class Kind : std::uint8_t { literal, value, open, close };
    Kind kind = Kind::literal;
    std::string text{};     // literal: HTML, or plain text for plain words
    std::size_t number = 0; // of the value, or of the tag
};
// Throws std::invalid_argument where it has other values or tags than the words, or where they do not fit together.
std::vector<Piece> pieces_of(const Marked&, std::string_view text, bool plain);

} // namespace cairn::pages::syntax
