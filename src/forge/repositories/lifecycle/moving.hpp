// Where a repository is found: giving it another name or another owner, and leading those on who look at the old place.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

// Puts the repository at another place. Whoever looks at the old one is led on until something else takes it; another
// case of the same name leaves nothing behind. Errc::unprocessable where the name is malformed or taken.
Result<void> move_repository(db::Transaction&, StoredRepository&, std::int64_t owner_id, const std::string& name);

// Who may read it without having been given access, after it or its owner has changed. Turning private ends all stars
// and watches. The forks follow into privacy; out of it only those of the same owner, since nobody publishes what
// others have committed.
void change_privacy(const api::Site&, db::Transaction&, StoredRepository&, const accounts::Account& owner,
                    bool becomes_private);

} // namespace cairn::repositories
