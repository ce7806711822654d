// Pushing to a branch of somebody else's repository that a pull request comes from: where the poster has allowed it,
// whoever may merge the pull request may do there what the poster may.
#pragma once

#include "repositories/ref_rules.hpp"

namespace cairn::repositories {

// In whose place the person may push to the branch; empty: in nobody's.
std::vector<Pusher> posters_who_let_in(db::Queries&, const StoredRepository& head, const std::string& branch,
                                       std::int64_t account_id);

// The branches for which it is worth asking.
std::set<std::string> branches_of_posters(db::Queries&, const StoredRepository& head);

// Whether the person may push to the branch in somebody's place, not by force.
bool may_push_as_maintainer(db::Queries&, const StoredRepository& head, const std::string& branch,
                            std::int64_t account_id);

} // namespace cairn::repositories
