// The last commit that touched each entry of a folder, or of every folder at once.
//
// One walk answers for all of them: a path that is the same in a parent is that parent's to explain, and only what is
// the same in none was touched here, as `git log -1 -- path` has it. Whole folders go from commit to commit without
// being looked into until they differ.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "git/repository.hpp"

namespace cairn::git {

struct LastChangesQuery {
    ObjectId from;
    std::optional<std::string> folder{}; // only this one ("" is the root); without: every folder
    ObjectId known{};                    // a commit for which the caller has the answers; zero: none
    std::uint64_t most_steps = 1'000'000;
};

struct FolderChanges {
    std::string folder;
    std::map<std::string, ObjectId> entries; // zero: as it was at the known commit
};

struct LastChanges {
    std::vector<FolderChanges> folders; // those that are not here are as they were at the known commit
    bool complete = true;               // false: most_steps were taken, and what was not found is left out
};

// not_found if there is no such folder, or none that is at most 256 deep.
Result<LastChanges> last_changes(const Repository&, const LastChangesQuery&);

} // namespace cairn::git
