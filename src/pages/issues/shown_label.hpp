// A label as pages draw it, for {% include "issues/label" with label %}.
#pragma once

#include "issues/labels/label.hpp"

namespace cairn::pages {

struct ShownLabel {
    std::int64_t id = 0;
    std::string name;
    std::string scope{};     // of an exclusive one: what stands before its last slash,
    std::string rest{};      // and behind it
    std::string color{};     // "#0052cc"
    bool dark_words = false; // black ones, because white ones could not be read upon it
    std::string description{};
    bool archived = false;
    std::string address{}; // of the list of what bears it; empty: it is no link
};
BOOST_DESCRIBE_STRUCT(ShownLabel, (), (id, name, scope, rest, color, dark_words, description, archived, address))

// Black words have more contrast to the color than white ones, as WCAG reckons it.
bool wants_dark_words(std::string_view six_digits);

ShownLabel show_label(const issues::Label&, std::string address = {});
ShownLabel show_label(const issues::StoredLabel&, std::string address = {});

// Those without a scope first, then scope by scope, by name.
void sort_by_scope(std::vector<ShownLabel>&);

} // namespace cairn::pages
