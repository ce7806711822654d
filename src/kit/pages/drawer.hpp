// The drawer at the foot of a page: the calls of the API that give the same data and do the same things.
#pragma once

#include <map>

#include "api/call.hpp"
#include "pages/site_view.hpp"

namespace cairn::pages {

// Adds the operations with these ids (blanks between them). The {names} of their paths and the parameters of their
// queries are taken from the page's own path and from `values`. What cannot be filled in, or not be called by who
// looks, is left out. Throws std::logic_error for an id that no operation has.
void fill_drawer(const api::Call&, std::string_view ids, const std::map<std::string, std::string>& values, PageView&);

} // namespace cairn::pages
