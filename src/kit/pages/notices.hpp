// What a page says about what was just done, on the page that comes next.
#pragma once

#include <string_view>

namespace cairn::pages {

struct Notice {
    std::string_view
        code; // what the cookie carries from one page to the next: never words, so that nobody can plant any
    bool good = true;
    std::string_view words;
};

// Null for a code that is none of ours.
const Notice* find_notice(std::string_view code);

} // namespace cairn::pages
