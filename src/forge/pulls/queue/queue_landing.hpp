// What is done with one of a merge queue: may it stay, what is it merged as, and getting it in.
#pragma once

#include "pulls/queue/merge_queue.hpp"

namespace cairn::pulls {

// As it was wished when it was put there.
MergeWish wish_of(const StoredQueued&);

// Nothing where it may stay.
std::optional<issues::QueueEvent> reason_to_leave(const api::Site&, const git::Repository&, const Known&,
                                                  const StoredQueued&);

// The commit on top of `tip`. Nobody sees it yet.
Result<git::ObjectId> make_queued(const api::Site&, const git::Repository&, const Known&, const StoredQueued&,
                                  const git::ObjectId& tip);
issues::QueueEvent why_not_made(const Error&);

// Moves the base branch to exactly its commit, if it is still where that was made on top of, and says what follows.
struct QueueLanded {
    bool merged = false;
    std::optional<issues::QueueEvent> why{}; // it has to leave for this
};
Result<QueueLanded> land_queued(const api::Site&, const git::Repository&, const StoredQueued&);

} // namespace cairn::pulls
