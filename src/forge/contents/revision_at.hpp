// Addresses of pages that say which kind of name they have: …/branch/feat/one/src/main.cpp.
#pragma once

#include "contents/revision.hpp"

namespace cairn::contents {

// A name of that kind, which may have slashes, and the path behind it, which may be empty. not_found where there is no
// such name; a commit's id may be abbreviated.
Result<RevisionAndPath> split_path_at(const git::Repository&, const repositories::RepositoryContext&, RefKind,
                                      std::string_view ref_and_path);

} // namespace cairn::contents
