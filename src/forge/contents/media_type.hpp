// What browsers are told about files of repositories.
#pragma once

#include <string>
#include <string_view>

#include "base/media_type.hpp"

namespace cairn::contents {

// What a browser can show is what it is; it keeps the rest, archives too.
std::string shown_type(std::string_view beginning);

// "inline; filename=..." for a file of any name.
std::string inline_disposition(std::string_view file_name);

} // namespace cairn::contents
