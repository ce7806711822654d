// The headings of a text that was rendered, for a list of its parts.
#pragma once

#include <vector>

#include "base/html.hpp"
#include "base/reflect.hpp"

namespace cairn::markup {

struct Heading {
    std::int64_t level = 1;
    std::string id; // of the heading, in the page
    std::string words;
};
BOOST_DESCRIBE_STRUCT(Heading, (), (level, id, words))

// Those that have an address, in order; at most `most`.
std::vector<Heading> outline_of(const Html&, std::size_t most = 100);

// Whether there is something to draw (docs/pages-web.md, Drawings), or to color.
bool has_drawings(const Html&);
bool has_code(const Html&);

} // namespace cairn::markup
