// Letting a pull request go to another branch.
#pragma once

#include "issues/changes.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

// The branch must be there. What was found out about the old base is void: follow() finds it out anew. Errc::conflict
// if there is an open one that goes there from the same branch, Errc::unprocessable for one that is closed.
Result<> retarget(const issues::Change&, StoredPull&, const std::string& base_branch);

} // namespace cairn::pulls
