// How far forks have gone from what they were forked from.
#pragma once

#include <map>
#include <span>

#include "api/call.hpp"
#include "git/objects/merge.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

// Of these forks, by their ids: their default branches against that of the base. From the table of branches and, where
// the two are not at the same commit, a look at git, for so many as there is a moment's time for; what was counted is
// remembered. Those that nobody knows of, because each side has commits that the other does not have, are left out.
std::map<std::int64_t, git::Distance> fork_distances(const api::Call&, const repositories::StoredRepository& base,
                                                     std::span<const std::int64_t> forks);

} // namespace cairn::contents
