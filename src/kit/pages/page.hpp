// What handlers of pages use beside their rows (pages/row.hpp).
//
// A table of pages has `refuse_page` as its refusal: errors are pages, too, and who is not signed in is led to do it.
#pragma once

#include "api/call.hpp"
#include "pages/kit.hpp"
#include "pages/notices.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

// 303 to an address of ours, given as path and query.
api::Raw see_other(const api::Call&, std::string_view address);

// A message that the next page shows above its content.
void leave_notice(api::Call&, const Notice&);

http::Response refuse_page(const api::Call&, const Error&);

// For a Location. Where ROOT_URL has a path it is whole, because many a program takes what begins with '/' for
// something below that path.
std::string address_of(const config::Settings&, std::string_view path);

} // namespace cairn::pages
