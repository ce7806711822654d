// When each SSH key was last used.
#pragma once

#include "accounts/tokens/last_uses.hpp"

namespace cairn::accounts {

class KeyUses : public LastUses {
public:
    explicit KeyUses(db::Database& db, std::chrono::milliseconds delay = std::chrono::seconds(30))
        : LastUses(db, "UPDATE public_key SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2", delay)
    {
    }
};

} // namespace cairn::accounts
