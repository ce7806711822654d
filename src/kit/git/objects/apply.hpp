// Applying patches that people send.
#pragma once

#include <string>
#include <string_view>

#include "git/child/child.hpp"
#include "git/objects/object_id.hpp"

namespace cairn::git {

// The tree that comes out when a unified diff is applied to a commit's: by a three-way merge where the lines have moved
// and the blobs that it names are there, with white space at line ends mended. unprocessable, with git's words, where
// it does not apply. Makes use of the git program: the library knows neither.
Result<ObjectId> apply_patch(Children&, const std::string& repository, const ObjectId& commit, std::string_view patch);

} // namespace cairn::git
