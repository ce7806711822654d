// Lists of commits: the history of a reference, or of a path in it, newest first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "git/repository.hpp"

namespace cairn::git {

struct Walk {
    ObjectId from;
    std::vector<ObjectId> without{}; // leaves out what is reachable from these
    std::string path{};              // only commits that changed it; renames are not followed
    std::optional<Time> since{};     // by the committer's date, both inclusive
    std::optional<Time> until{};
    std::uint64_t skip = 0;
    std::uint64_t limit = 50;
    // How many commits may be looked at. The history of a path that changed rarely is long to search.
    std::uint64_t most_steps = 200'000;
};

struct WalkPage {
    std::vector<ObjectId> commits;
    bool more = false; // there are more after these
    bool cut = false;  // most_steps were taken before the page was full
};

// As `git log` has it: by date, parents that would come before their children aside. A merge that did not change the
// path leads to the parent that it agrees with.
Result<WalkPage> walk(const Repository&, const Walk&);

// How many commits there would be without skip and limit. Costs as much as reading all of them: keep it.
Result<std::uint64_t> count_commits(const Repository&, const Walk&);

} // namespace cairn::git
