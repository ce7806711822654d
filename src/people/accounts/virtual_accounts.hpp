// Two accounts that exist without a row: Ghost stands for authors whose account was deleted, the automation account for
// what the site does by itself. Nobody signs in as them and nobody can look them up by name.
#pragma once

#include "accounts/account.hpp"

namespace cairn::accounts {

inline constexpr std::int64_t ghost_id = -1;
inline constexpr std::int64_t automation_id = -2;

const Account& ghost();
const Account& automation();

// Null for every other id.
const Account* find_virtual_account(std::int64_t id);

} // namespace cairn::accounts
