// The large files that the history of a copied repository points to, fetched as a client of Git LFS fetches them.
#pragma once

#include "api/call.hpp"
#include "remotes/git_remote.hpp"
#include "repositories/repository.hpp"

namespace cairn::migrations {

// `endpoint` empty: where clients look by themselves. What the other server does not have is left out. One after the
// other, on the disk and never in memory; what is here already is not asked for, so it goes on where it was.
Result<> copy_large_files(const api::Site&, const repositories::StoredRepository&, const remotes::Remote&,
                          const std::string& endpoint, const remotes::Watch&);

} // namespace cairn::migrations
