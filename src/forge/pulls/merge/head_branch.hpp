// The branch that a pull request comes from, once it is merged.
#pragma once

#include "pulls/follow/following.hpp"

namespace cairn::pulls {

// Deletes it, unless it has moved on, somebody else's open pull request comes from it, or the person may not. What goes
// to it goes to the merged one's base from now on.
void delete_head_branch(const api::Site&, const Known&, const accounts::Account& by);

// The same where somebody asks for it, of one that is merged or closed: Errc::conflict and Errc::forbidden say why it
// cannot be.
Result<> remove_head_branch(const api::Site&, const Known&, const accounts::Account& by);

} // namespace cairn::pulls
