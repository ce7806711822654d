// Whether a browser sent a request because of a page of ours.
#pragma once

#include "http/message.hpp"

namespace cairn::accounts {

// By Sec-Fetch-Site; where a browser is too old for that, by Origin or Referer. A request that says none of it is not.
bool is_same_origin(const http::Request&, std::string_view root_url);

} // namespace cairn::accounts
