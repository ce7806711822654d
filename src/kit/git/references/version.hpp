// What stands for the state of the references of a repository, so that what was found out about all of them can be kept
// until one has changed.
#pragma once

#include <string>
#include <string_view>

#include "git/repository.hpp"

namespace cairn::git {

// Of those below a folder ("refs/tags/"). Twice the same text: none of them was made, moved or deleted in between, by
// whomever. Ask before the references are read. Empty: one of them has changed so lately that the disk's clock may not
// tell it from the next change; nothing should be kept. Looks at folders and one file, not at the references.
std::string references_version(const Repository&, std::string_view folder);

} // namespace cairn::git
