// What would cost the reading of a history, kept beside it: the last commit that touched each entry of a folder, and
// how many commits there are. For the default branch it is in the database, brought along by every push; for other
// commits it is found when somebody asks, and remembered for a while.
#pragma once

#include <map>
#include <memory>

#include "api/call.hpp"
#include "git/objects/walk.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

// The names in the folder, each with the last commit that touched it. A history that is too long to be searched leaves
// names out. not_found if there is no such folder.
using LastCommits = std::map<std::string, git::ObjectId>;
Result<std::shared_ptr<const LastCommits>> last_commits(const api::Site&, const repositories::StoredRepository&,
                                                        const git::Repository&, const git::ObjectId& commit,
                                                        const std::string& folder);

// git::count_commits(), remembered.
Result<std::int64_t> count_commits(const api::Site&, const repositories::StoredRepository&, const git::Repository&,
                                   const git::Walk&);

// A step of the post-push worker's: brings the index of a repository up to the commit that its default branch is at.
// Costs as much as the new commits; all of the history when it was rewritten or is new.
Result<bool> index_history(const api::Site&, std::int64_t repository_id);

} // namespace cairn::contents
