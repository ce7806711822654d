// How pages look for whoever is signed in, beside the theme: {{looks.density}} in every template.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct Looks {
    std::string density{};     // "compact" or "roomy"; empty, here and below: as the stylesheet has it
    std::string tab{};         // how many columns a tab takes
    std::string wrap{};        // "on" or "off": long lines of code
    bool without_keys = false; // single keys do nothing
};
BOOST_DESCRIBE_STRUCT(Looks, (), (density, tab, wrap, without_keys))

// Who knows it; a service of the site. It is asked for every page of somebody who is signed in.
struct LooksOf {
    Looks (*caller)(const api::Call&) = nullptr;
};

} // namespace cairn::pages
