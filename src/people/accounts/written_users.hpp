// Users as lists show them, from the fragment cache (cache/fragment_cache.hpp).
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"

namespace cairn::accounts {

// In the order of the ids, as the caller may see them; those that are gone are left out.
std::vector<Written<User>> write_users(const api::View&, std::span<const std::int64_t> ids);

} // namespace cairn::accounts
