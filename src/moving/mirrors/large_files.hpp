// The large files that the history of a copied repository points to, fetched as a client of Git LFS fetches them. One
// after the other, on the disk and never in memory; what is here already is not asked for, and what the other server
// does not have is left out.
#pragma once

#include <optional>

#include "api/call.hpp"
#include "remotes/git_remote.hpp"
#include "repositories/repository.hpp"

namespace cairn::mirrors {

// All of them. `endpoint` empty: where clients look by themselves.
Result<> copy_large_files(const api::Site&, const repositories::StoredRepository&, const remotes::Remote&,
                          const std::string& endpoint, const remotes::Watch&);

// A mirror whose large files follow. A history is looked through only from where it was when they had last come; that
// is noted before it moves, so that a sync that fails half-way, or is killed, leaves nothing behind.
struct LargeFiles {
    std::string endpoint;
    std::optional<std::string> since;
};
BOOST_DESCRIBE_STRUCT(LargeFiles, (), (endpoint, since))

// Those of a mirror follow from now on. `complete`: all of what is here now have come.
void follow_large_files(db::Transaction&, std::int64_t repository_id, const std::string& endpoint, bool complete);

// Nothing for a mirror whose large files do not follow. Before its branches and tags move.
Result<std::optional<LargeFiles>> expect_large_files(const api::Site&, const repositories::StoredRepository&);

// After they have: those of what is new.
Result<> fetch_large_files(const api::Site&, const repositories::StoredRepository&, const remotes::Remote&,
                           const LargeFiles&, const remotes::Watch&);

} // namespace cairn::mirrors
