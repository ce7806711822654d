// Phrases with pieces of HTML at their {names}: who did what, with links in it.
#pragma once

#include <initializer_list>
#include <utility>

#include "base/html.hpp"
#include "words/language.hpp"

namespace cairn::pages {

using HtmlValues = std::initializer_list<std::pair<std::string_view, Html>>;

// The words are escaped, the pieces are as they are. A {name} without a piece is left out.
Html html_phrase(const words::Language&, words::Phrase, HtmlValues = {});
// By a number of things; {count} is the number.
Html html_phrase(const words::Language&, words::Phrase, std::int64_t count, HtmlValues = {});

// "a, b and c".
Html html_list(const words::Language&, std::span<const Html>);
// "a b c".
Html html_row(std::span<const Html>);

Html html_text(std::string_view);

} // namespace cairn::pages
