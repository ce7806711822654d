// The folder that a wiki is in: made with the first page, whoever writes that.
#pragma once

#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

// Its key in the store. If two make it at once, both get the same.
Result<std::string> make_wiki(const api::Site&, const StoredRepository&);

} // namespace cairn::repositories
