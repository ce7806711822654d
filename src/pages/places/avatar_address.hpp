// Where the picture of an account is, for pages.
#pragma once

#include "accounts/account.hpp"

namespace cairn::pages {

// A path of ours; empty: it has none.
inline std::string avatar_address(const accounts::ShownAccount& account)
{
    return account.avatar.empty() ? std::string() : "/avatars/" + account.avatar;
}

} // namespace cairn::pages
