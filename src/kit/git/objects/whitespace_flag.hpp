// Private to src/git: what the library calls the ways to look at white space.
#pragma once

#include "git/objects/diff.hpp"

namespace cairn::git {

// Of git_diff_option_t.
std::uint32_t flag_of(Whitespace);

} // namespace cairn::git
