// What lies between two commits, as text that people read and git takes.
#pragma once

#include <string>

#include "git/repository.hpp"

namespace cairn::contents {

// As `git diff` has it. too_large for what nobody would read.
Result<std::string> diff_text(const git::Repository&, const git::ObjectId& base, const git::ObjectId& head,
                              bool binaries = true);

// Each commit that `head` has and `base` has not, the oldest first, as a message that `git am` takes; merges have none.
Result<std::string> patch_text(const git::Repository&, const git::ObjectId& base, const git::ObjectId& head);

} // namespace cairn::contents
