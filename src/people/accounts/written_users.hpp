// Users in words, as lists show them: db/kept_words.hpp.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"

namespace cairn::accounts {

// In the order of the ids, as the caller may see them; those that are gone are left out.
std::vector<Written<User>> write_users(const api::View&, std::span<const std::int64_t> ids);

} // namespace cairn::accounts
