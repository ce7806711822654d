// How histories stand to each other, and merging them in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "git/repository.hpp"

namespace cairn::git {

// The best common ancestor; nothing when the histories have none.
Result<std::optional<ObjectId>> merge_base(const Repository&, const ObjectId& one, const ObjectId& other);

// Whether `commit` is `ancestor` or has it in its history: whether moving from `ancestor` to it is a fast-forward.
Result<bool> descends_from(const Repository&, const ObjectId& commit, const ObjectId& ancestor);

struct Distance {
    std::uint64_t ahead = 0;  // commits that only `commit` has
    std::uint64_t behind = 0; // commits that only `base` has
};

Result<Distance> distance(const Repository&, const ObjectId& commit, const ObjectId& base);

struct Merge {
    ObjectId tree;                      // written; zero if there are conflicts
    std::vector<std::string> conflicts; // the paths, sorted
};

// What comes out when the commit `theirs` is merged into `ours`.
Result<Merge> merge_commits(const Repository&, const ObjectId& ours, const ObjectId& theirs);

// The paths that both have changed so that somebody has to decide; empty where the two can be merged. The outcome is
// not kept.
Result<std::vector<std::string>> find_conflicts(const Repository&, const ObjectId& ours, const ObjectId& theirs);

// What comes out when the change from tree `base` to `theirs` is made in `ours`: a cherry-pick, a step of a rebase, or,
// the other way round, a revert. `base` may be zero: the empty tree.
Result<Merge> merge_trees(const Repository&, const ObjectId& base, const ObjectId& ours, const ObjectId& theirs);

} // namespace cairn::git
