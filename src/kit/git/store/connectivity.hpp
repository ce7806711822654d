// Whether a repository has everything that its references lead to.
#pragma once

#include <string>

#include "git/child/child.hpp"

namespace cairn::git {

// Follows every reference to every commit, tree and file, which takes a while where there is much. What git says is
// missing first, in a line; empty when nothing is.
Result<std::string> find_missing_object(Children&, const std::string& repository);

} // namespace cairn::git
