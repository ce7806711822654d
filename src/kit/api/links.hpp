// The Link header of a paginated answer.
#pragma once

#include <string>
#include <vector>

#include "api/call.hpp"

namespace cairn::api {

// The header's values, none when all items are on one page. `address` is the absolute address without its query.
std::vector<std::string> page_links(std::string_view address, const QueryValues&, const Paging&, std::int64_t total);

} // namespace cairn::api
