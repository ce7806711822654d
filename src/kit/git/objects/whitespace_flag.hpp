// Private to src/git: what the library calls the ways to look at white space.
#pragma once

#include <git2.h>

#include <utility>

#include "git/objects/diff.hpp"

namespace cairn::git {

constexpr std::uint32_t flag_of(Whitespace whitespace)
{
    switch (whitespace) {
    case Whitespace::counts: return 0;
    case Whitespace::ignored_at_ends: return GIT_DIFF_IGNORE_WHITESPACE_EOL;
    case Whitespace::change_ignored: return GIT_DIFF_IGNORE_WHITESPACE_CHANGE;
    case Whitespace::ignored: return GIT_DIFF_IGNORE_WHITESPACE;
    }
    std::unreachable();
}

} // namespace cairn::git
