// Merging a pull request. docs/decisions/0020: what is about to be done is noted first, then the base branch is moved,
// which is the moment of the merge, then one transaction says what follows. Whoever dies in between leaves the note, by
// which the next one knows whether the branch was moved.
#pragma once

#include "pulls/merge/landing.hpp"
#include "pulls/merge/merge_plan.hpp"

namespace cairn::pulls {

// Errc::method_not_allowed and not_found as in merge_checks.hpp, Errc::conflict for another head than expected, and
// where a conflict shows only now.
Result<> merge(const api::Site&, std::int64_t issue_id, const Merger&, const MergeWish&);

// The ways in which a repository lets pull requests be merged.
bool allows(const repositories::StoredRepository&, MergeStyle);

} // namespace cairn::pulls
