// The large files of a repository on their way to a mirror elsewhere, ahead of the commits that point to them.
#pragma once

#include "api/call.hpp"
#include "remotes/git_remote.hpp"
#include "repositories/repository.hpp"

namespace cairn::mirrors {

// Those that the repository has got since then and the other server lacks; how many were looked at. One after the
// other, a piece at a time in memory.
Result<std::int64_t> send_large_files(const api::Site&, const repositories::StoredRepository&, const remotes::Remote&,
                                      Time since, const remotes::Watch&);

} // namespace cairn::mirrors
