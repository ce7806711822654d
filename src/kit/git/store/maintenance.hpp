// What a repository needs now and then so that it stays quick: few packs, references in one file, indexes for
// histories. Called by a schedule and after pushes; while somebody is at it, others leave the repository alone. Whoever
// reads and pushes meanwhile is not disturbed; the cache has to forget() the repository afterwards.
#pragma once

#include <cstddef>
#include <string>

#include "git/child/child.hpp"

namespace cairn::git {

struct Clutter {
    std::size_t packs = 0;
    std::size_t loose_objects = 0; // estimated from one folder of 256, as git does
    std::size_t loose_references = 0;

    bool wants_tidying() const { return packs > 20 || loose_objects > 2000 || loose_references > 200; }
};

// Costs the reading of a few folders.
Clutter clutter(const std::string& repository);

// Joins small packs and loose objects into larger packs (each is rewritten only so often), packs references. What every
// push or so may ask for.
Result<> tidy(Children&, const std::string& repository);

// One pack with a bitmap for clones, an index of commits for histories; deletes what nothing has led to for two weeks,
// and what pushes that were killed have left.
Result<> repack(Children&, const std::string& repository);

} // namespace cairn::git
