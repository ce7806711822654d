// Sets of labels that a repository or an organization can begin with.
#pragma once

#include <span>
#include <string_view>

namespace cairn::templates {

struct Label {
    std::string_view name;
    std::string_view color; // six hexadecimal digits
    std::string_view description;
    bool exclusive = false; // of those with the same scope (the name up to its last slash) an issue has one
};

struct LabelSet {
    std::string_view name;
    std::span<const Label> labels;
};

// In the order of their names.
std::span<const LabelSet> label_sets();

// The one of exactly that name; null when there is none.
const LabelSet* find_label_set(std::string_view name);

} // namespace cairn::templates
