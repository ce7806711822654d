#include "pages/issue/label_badge.hpp"

#include <cmath>

#include "base/text.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

namespace {

constexpr int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0; }

double part(std::string_view color, std::size_t at)
{
    if (color.size() < at + 2) return 0;
    const double value = (digit(color[at]) * 16 + digit(color[at + 1])) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

} // namespace

bool takes_light_words(std::string_view color)
{
    const auto lower = text::to_lower(color);
    const double light = 0.2126 * part(lower, 0) + 0.7152 * part(lower, 2) + 0.0722 * part(lower, 4);
    return 1.05 / (light + 0.05) > (light + 0.05) / 0.05;
}

namespace {

template <typename AnyLabel> Html drawn(const AnyLabel& label, std::string_view address)
{
    const std::string_view css_class = takes_light_words(label.color) ? "label light" : "label dark";
    const auto fill = "#" + label.color;
    HtmlWriter out;
    const auto begin = [&](HtmlWriter::Attributes attributes) {
        if (address.empty()) out.open("span", attributes);
        else out.link(address, attributes);
    };
    if (label.description.empty()) begin({{"class", css_class}});
    else begin({{"class", css_class}, {"title", label.description}});
    out.open("svg", {{"aria-hidden", "true"}})
        .open("rect", {{"width", "100%"}, {"height", "100%"}, {"fill", fill}})
        .close("rect")
        .close("svg");
    const auto scope = label.exclusive ? issues::scope_of(label.name) : std::string_view();
    if (scope.empty()) {
        out.text(label.name);
    } else {
        out.open("span", {{"class", "scope"}}).text(scope).close("span");
        out.open("span", {{"class", "unseen"}}).text("/").close("span");
        out.open("span").text(std::string_view(label.name).substr(scope.size() + 1)).close("span");
    }
    return out.close(address.empty() ? "span" : "a").take();
}

} // namespace

Html label_badge(const issues::Label& label, std::string_view address) { return drawn(label, address); }

Html label_badge(const issues::StoredLabel& label, std::string_view address) { return drawn(label, address); }

std::pair<std::string_view, std::string_view> order_by_scope(std::string_view name)
{
    return {issues::scope_of(name), name};
}

} // namespace cairn::pages
