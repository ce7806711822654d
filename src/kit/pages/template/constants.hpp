// What of a template is the same on every page, found when it is bound.
#pragma once

#include <optional>

#include "pages/template/program.hpp"

namespace cairn::pages {

// A text, a number or a yes or no that the template says itself.
bool is_constant(const bound::Expression&);
// What tells it from other constants of its type.
std::string key_of_constant(const bound::Expression&);

// Whether a condition always holds, or never; nothing where it depends on the page.
std::optional<bool> constant_truth(const bound::Expression&);

// The HTML of a constant in that place; nothing for what depends on the page.
std::optional<std::string> constant_html(const bound::Expression&, Place);

// Adds a node to those before it: literals become one, and of a condition that is decided only its body is left.
void append(std::vector<bound::Node>& to, bound::Node);

} // namespace cairn::pages
