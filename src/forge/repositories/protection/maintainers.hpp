// Pushing to a branch of somebody else's repository that a pull request comes from: where the poster has allowed it,
// whoever may merge the pull request may do there what the poster may.
#pragma once

#include "repositories/protection/ref_rules.hpp"

namespace cairn::repositories {

// In whose place the person may push to the branch; empty: in nobody's.
std::vector<Pusher> posters_who_let_in(db::Queries&, const StoredRepository& head, const std::string& branch,
                                       std::int64_t account_id);

// The branches to which the person may push in somebody's place, not by force. However many there are, it looks at each
// repository and each poster once.
std::set<std::string> branches_to_maintain(db::Queries&, const StoredRepository& head, std::int64_t account_id);

} // namespace cairn::repositories
