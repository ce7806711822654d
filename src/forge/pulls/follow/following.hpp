// Keeping pull requests up with the branches that they lead from and to. A push only notes which branches have moved
// (listeners.hpp). What follows is found out when somebody looks at one of the pull requests, so that nobody is ever
// told what was true before, and otherwise by the post-push worker.
#pragma once

#include "api/call.hpp"
#include "git/repository.hpp"
#include "pulls/follow/pull_lock.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

// A pull request and all that has to be known to do something with it.
struct Known {
    repositories::StoredRepository repository;
    StoredIssue issue;
    StoredPull pull;
};

std::optional<Known> find_known(db::Queries&, std::int64_t issue_id);

// Brings an open one up to date: its commits into the base repository, its figures, whether it can be merged, a line in
// its timeline; one that has been merged by other means is marked so. Where nothing has moved, nothing is done.
// Where it cannot be found out, it is as if there were a conflict: until one of the two moves, or only for now where it
// may be another thing the next time (git was busy, time was up).
Result<> follow(const api::Site&, Known&);
// The same for who has the turn already.
Result<> follow(const api::Site&, Known&, const PullLock&);

// Whether it is of the second kind: nothing is wrong with the commits, and who asks another time may be told.
bool may_pass(const Error&);
// For who has asked often enough: it is a conflict until one of the two moves.
void count_as_conflict(db::Transaction&, const StoredPull&);

// What follows when its head is at this commit, which is in the base repository, or its base has moved.
Result<> move_to(const api::Site&, Known&, const git::Repository&, const git::ObjectId& head, std::int64_t pusher_id);

// For handlers: the pull request as it is now. Where git cannot tell, as it was.
void follow(const api::Call&, PullContext&);

} // namespace cairn::pulls
