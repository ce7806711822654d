// Merging a pull request. docs/decisions/0020: what is about to be done is noted first, then the base branch is moved,
// which is the moment of the merge, then one transaction says what follows. Whoever dies in between leaves the note, by
// which the next one knows whether the branch was moved.
#pragma once

#include "jobs/job.hpp"
#include "pulls/merge/merge_checks.hpp"
#include "pulls/merge/merge_message.hpp"

namespace cairn::pulls {

struct MergeWish {
    MergeStyle style = MergeStyle::merge;
    std::string title{}; // empty: the usual one
    std::string message{};
    std::string head_commit_id{};  // not empty: only if this is the head
    std::string merge_commit_id{}; // what it was merged as, by hand
    bool force = false;
    bool delete_branch = false;
    bool by_schedule = false;
};

// Errc::method_not_allowed and not_found as in merge_checks.hpp, Errc::conflict for another head than expected, and
// where a conflict shows only now.
Result<> merge(const api::Site&, std::int64_t issue_id, const Merger&, const MergeWish&);

// What a merge that nobody is at any more has left: finished if the branch was moved, forgotten otherwise.
Result<> settle_landing(const api::Site&, Known&);

// The job for those that were under way when a server was killed: after a start, and when one has taken too long.
inline constexpr std::string_view interrupted_merges_job = "interrupted_merges";
Result<jobs::Outcome> settle_landings(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> interrupted_merges_kind{
    .name = interrupted_merges_job, .handler = &settle_landings, .order = jobs::Order::merged};

} // namespace cairn::pulls
