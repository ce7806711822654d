// Looking for commits in a history by what they say.
#pragma once

#include <functional>

#include "git/objects/objects.hpp"
#include "git/objects/walk.hpp"

namespace cairn::git {

// walk(), but only those of which `wanted` is true; each is read for it.
Result<WalkPage> walk_where(const Repository&, const Walk&, const std::function<bool(const Commit&)>& wanted);

} // namespace cairn::git
