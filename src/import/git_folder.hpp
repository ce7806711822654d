// The bare repositories of the old site, on their way into our store. Files of objects never change, so where both are
// on one disk they are linked and not copied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "import/kind.hpp"
#include "repositories/branch.hpp"

namespace cairn::import {

struct CopiedFolder {
    std::string storage; // its key; empty in a trial
    std::int64_t bytes = 0;
    std::vector<repositories::NamedTip> branches{};
};

// A copy with branches, tags and the heads of pull requests, held against what it is a copy of. The key stands in
// doomed_storage until the transaction that gives it a repository takes it out.
Result<CopiedFolder> copy_folder(const Move&, const std::string& from);

// An empty one, for a repository that never got its folder.
Result<CopiedFolder> make_folder(const Move&, const std::string& default_branch);

} // namespace cairn::import
