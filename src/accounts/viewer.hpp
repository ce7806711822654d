// Whoever asks, as far as seeing and doing depends on it: the one thing that every question of access begins with.
#pragma once

#include <cstdint>

#include "api/caller.hpp"

namespace cairn::accounts {

struct Viewer {
    std::int64_t id = 0; // 0: nobody
    bool admin = false;
    bool restricted = false;   // sees only what was opened to this account by name
    bool public_only = false;  // the credential is limited to what everybody may see
    std::int64_t token_id = 0; // not 0: of a token that is limited to a list of repositories

    bool anonymous() const { return id == 0; }

    static Viewer of(const api::Caller&);
};

} // namespace cairn::accounts
