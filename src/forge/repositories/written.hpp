// Repositories as lists show them, from the fragment cache (cache/fragment_cache.hpp).
#pragma once

#include "repositories/show.hpp"

namespace cairn::repositories {

// In the order of the ids, with what somebody may do with each; those that are gone are left out.
std::vector<Written<Repository>> write_repositories(const api::View&, std::span<const std::int64_t> ids,
                                                    const access::Viewer& permissions_of);

} // namespace cairn::repositories
