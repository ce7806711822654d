// A label as every page draws it: in its own color, with words that can be read upon it. Views have it as an Html,
// which templates show as it is; so it can stand in a sentence too.
#pragma once

#include "base/html.hpp"
#include "issues/labels/label.hpp"

namespace cairn::pages {

// Whether white words contrast more with a color (six hexadecimal digits) than black ones do, by WCAG.
bool takes_light_words(std::string_view color);

// `address`: where it leads, with the site's root before it; empty: nowhere. An exclusive one shows its scope in a half
// of its own.
Html label_badge(const issues::Label&, std::string_view address = {});
Html label_badge(const issues::StoredLabel&, std::string_view address = {});

// What the labels of an issue are sorted by: those without a scope first, then scope by scope, by name.
std::pair<std::string_view, std::string_view> order_by_scope(std::string_view name);

} // namespace cairn::pages
