// Git over HTTP as clients of old speak it, which know nothing but files.
#pragma once

#include "transport/git_place.hpp"

namespace cairn::transport {

// Every reference, as `info/refs` has it.
Result<api::Raw> list_references(const api::Site&, const GitPlace&);

} // namespace cairn::transport
