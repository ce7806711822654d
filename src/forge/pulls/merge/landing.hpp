// The note that says which merge is about to move a base branch. docs/decisions/0020: it is written before the branch
// is moved and goes with the transaction that says what follows. Whoever dies in between leaves it, and the next one
// knows by it whether the branch was moved.
#pragma once

#include <functional>

#include "git/objects/writing.hpp"
#include "jobs/job.hpp"
#include "pulls/merge/merge_checks.hpp"

namespace cairn::pulls {

// Who merges: somebody now, or the server for somebody who wanted it to be merged when it may be.
enum class MergeBy { hand, schedule, queue };

// Moves the base branch to what `make` makes of its tip, which is asked again where the branch has moved meanwhile; the
// note stays until somebody says what follows. Errc::conflict while another node merges the same, where base or head
// are not what is `known` any more, and where who wanted it later does not want it any more: it was called off, or has
// left the queue, while it was looked at.
Result<git::RefUpdate> land(const api::Site&, const git::Repository&, const Known&, const Merger&, MergeBy,
                            const std::function<Result<git::ObjectId>(const git::ObjectId& tip)>& make);

// Until it is merged or forgotten nobody gives it another base, or calls it off: Errc::conflict.
Result<> check_not_landing(db::Queries&, std::int64_t issue_id);

// What a merge that nobody is at any more has left: finished if the branch was moved, forgotten otherwise.
Result<> settle_landing(const api::Site&, Known&);

// The job for those that were under way when a server was killed: after a start, and when one has taken too long.
inline constexpr std::string_view interrupted_merges_job = "interrupted_merges";
Result<jobs::Outcome> settle_landings(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> interrupted_merges_kind{
    .name = interrupted_merges_job, .handler = &settle_landings, .order = jobs::Order::merged};

} // namespace cairn::pulls
