// HTML that the build has made (web/steps): a part of the program, and as safe as the rest of it.
#pragma once

#include "base/embedded.hpp"
#include "base/html.hpp"

namespace cairn::pages {

Html built_html(const EmbeddedFile&);

} // namespace cairn::pages
