// Git over HTTP as clients of old speak it, which know nothing but files.
#pragma once

#include "transport/git_context.hpp"

namespace cairn::transport {

// Every reference, as `info/refs` has it.
Result<api::Raw> list_references(const api::Site&, const GitContext&);

} // namespace cairn::transport
