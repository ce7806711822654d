// Whether what a push brings can be read here. Git's own checks are told to let old mistakes pass
// (git/receive/strictness.hpp), and among them are some that libgit2 makes nothing of: an author without an address, a
// date that is no number.
#pragma once

#include <cstdint>
#include <string>

#include "git/repository.hpp"

namespace cairn::git {

// Looks at every commit and tag in a folder of objects that `repository` looks in, too. unprocessable, with the name of
// the first that cannot be read, or that has more than `largest` bytes, and what is wrong with it.
Result<> check_readable(const Repository& repository, const std::string& objects, std::uint64_t largest);

} // namespace cairn::git
