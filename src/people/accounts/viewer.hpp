// Whoever asks, as far as seeing and doing depends on it: the one thing that every question of access begins with.
#pragma once

#include <cstdint>

#include "api/caller.hpp"

namespace cairn::accounts {

struct Viewer {
    std::int64_t id = 0; // 0: nobody
    bool admin = false;
    bool restricted = false;   // of what others see, sees what is public alone; and what was opened to it by name
    bool public_only = false;  // the credential is limited to what everybody may see
    std::int64_t token_id = 0; // not 0: of a token that is limited to a list of repositories
    bool named_only = false;   // sees repositories that were opened to this account by name, and no others

    bool anonymous() const { return id == 0; }

    static Viewer of(const api::Caller&);
};

} // namespace cairn::accounts
