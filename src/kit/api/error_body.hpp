// An error as the API's clients see it.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::api {

int http_status(Errc);

// {"message", "url"}, or as much of it as the error's form shows. The url is that of the API's documentation.
std::string error_body(const Error&, std::string_view root_url);

} // namespace cairn::api
