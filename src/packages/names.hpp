// What packages, their versions and their files may be called.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace cairn::packages {

// Errc::bad_request with words for the person who chose the name.
Result<void> check_generic_name(std::string_view);
Result<void> check_version(std::string_view);
Result<void> check_file_name(std::string_view);

} // namespace cairn::packages
