// A label as it stands beside the title of an issue: in its own color, with words that can be read upon it.
#pragma once

#include "base/html.hpp"
#include "issues/labels/label.hpp"

namespace cairn::pages {

// Whether white words contrast more with a color (six hexadecimal digits) than black ones do, by WCAG.
bool takes_light_words(std::string_view color);

// `address`: where it leads, with the site's root before it; empty: nowhere. An exclusive one shows its scope in a half
// of its own.
Html label_badge(const issues::Label&, std::string_view address = {});

} // namespace cairn::pages
