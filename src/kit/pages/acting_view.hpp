// {{acting.on}}: whoever looks acts as somebody else, which each page says above all else (layouts/site.html). Beside
// site_view.hpp, because no page has to know of it.
#pragma once

#include "base/reflect.hpp"

namespace cairn::pages {

struct ActingView {
    bool on = false;
};
BOOST_DESCRIBE_STRUCT(ActingView, (), (on))

} // namespace cairn::pages
