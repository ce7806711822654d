#include "pages/issues/shown_label.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace cairn::pages {

namespace {

// The share of light of one of the three colors, from two hexadecimal digits.
double light_of(std::string_view digits)
{
    unsigned value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

ShownLabel drawn(std::string name, bool exclusive, const std::string& color)
{
    ShownLabel shown{.name = std::move(name), .color = "#" + color, .dark_words = wants_dark_words(color)};
    if (const auto scope = issues::scope_of(shown.name); exclusive && !scope.empty()) {
        shown.scope = scope;
        shown.rest = shown.name.substr(scope.size() + 1);
    }
    return shown;
}

} // namespace

bool wants_dark_words(std::string_view digits)
{
    if (digits.size() != 6) return true;
    const double light = 0.2126 * light_of(digits.substr(0, 2)) + 0.7152 * light_of(digits.substr(2, 2))
        + 0.0722 * light_of(digits.substr(4));
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05);
}

ShownLabel show_label(const issues::Label& label, std::string address)
{
    auto shown = drawn(label.name, label.exclusive, label.color);
    shown.id = label.id;
    shown.description = label.description;
    shown.archived = label.is_archived;
    shown.address = std::move(address);
    return shown;
}

ShownLabel show_label(const issues::StoredLabel& label, std::string address)
{
    auto shown = drawn(label.name, label.exclusive, label.color);
    shown.id = label.id;
    shown.description = label.description;
    shown.archived = label.archived_at.seconds != 0;
    shown.address = std::move(address);
    return shown;
}

void sort_by_scope(std::vector<ShownLabel>& labels)
{
    std::ranges::stable_sort(labels, {}, [](const ShownLabel& label) {
        return std::pair(issues::scope_of(label.name), std::string_view(label.name));
    });
}

} // namespace cairn::pages
