// Private to src/git: which files differ between two trees, without a look into folders that are the same in both. A
// tree that has the same folder a thousand times, a thousand times over, costs what is asked for and not what is in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "git/repository.hpp"

namespace cairn::git {

struct ChangedPaths {
    ObjectId before; // trees; zero is the empty one
    ObjectId after;
    const std::vector<std::string>& only; // these, and what is below them; empty: all
    std::uint64_t most;                   // too_large beyond
};

// In no order; one that is a file on one side and a folder on the other is there with what is in the folder.
Result<std::vector<std::string>> changed_paths(const Repository&, const ChangedPaths&);

} // namespace cairn::git
