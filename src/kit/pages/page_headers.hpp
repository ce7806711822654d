// The headers that keep a page safe, and that say who may keep it.
#pragma once

#include <string>
#include <string_view>

#include "api/operation.hpp"
#include "pages/row.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::pages {

void add_page_headers(api::Raw&, const config::Settings&, const PageHead&);

// A page for nobody in particular, that may be asked for again and again: whoever has it may ask whether it is still
// the same.
void let_be_kept(api::Raw&, std::string_view body);

} // namespace cairn::pages
