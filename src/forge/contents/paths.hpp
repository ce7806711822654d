// All paths of a commit, and finding one by a few of its letters.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "git/repository.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

struct Paths {
    std::vector<std::string> files;
    bool complete = true; // false: there are more than anybody looks through
};

// The files below a tree, in git's order. Remembered for a while.
Result<std::shared_ptr<const Paths>> all_paths(const repositories::StoredRepository&, const git::Repository&,
                                               const git::ObjectId& tree);

// Those that fit, the best first: a name before a path, a beginning before a middle, letters with others between them
// at last; the shorter one before the longer. Upper and lower case are the same, blanks do not count. Without words,
// the first ones.
std::vector<std::string> best_paths(const std::vector<std::string>& paths, std::string_view words, std::size_t most);

} // namespace cairn::contents
