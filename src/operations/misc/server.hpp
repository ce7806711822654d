#pragma once

#include "api/operation.hpp"

namespace cairn::misc {

// What GET /version answers: clients compare it with the versions of the API that they know, so ours comes after a
// plus.
inline constexpr std::string_view api_version = "1.28.0+cairn-" CAIRN_VERSION;

} // namespace cairn::misc
