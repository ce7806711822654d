// All branches and tags of a repository at one moment, and what has changed between two: for what moves references
// without telling which.
#pragma once

#include <map>

#include "git/references/references.hpp"

namespace cairn::git {

using Snapshot = std::map<std::string, ObjectId>; // by whole names

Result<Snapshot> take_snapshot(const Repository&);

std::vector<RefUpdate> changes_between(const Snapshot& before, const Snapshot& after);

} // namespace cairn::git
