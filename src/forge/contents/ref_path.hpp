// The ref and the path in addresses that tell which kind of ref it is: "…/src/branch/main/src/a.c".
#pragma once

#include "contents/revision.hpp"

namespace cairn::contents {

// Nothing but that kind will do; a commit is named by its whole id. not_found.
Result<RevisionAndPath> split_path_at(const git::Repository&, const repositories::RepositoryContext&, RefKind,
                                      std::string_view ref_and_path);

} // namespace cairn::contents
