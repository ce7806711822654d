// What each of those who were asked, or have reviewed unasked, says by now.
#pragma once

#include "pulls/review/review.hpp"

namespace cairn::pulls {

// One for each person and team: a verdict or an open request, whichever came last; else that they have commented. What
// was dismissed says nothing. In the order in which they came; without texts. Of very many, the first.
std::vector<StoredReview> reviewer_states(db::Queries&, std::int64_t issue_id);

// Those of these ids, by id; without drafts.
std::map<std::int64_t, StoredReview> find_reviews(db::Queries&, const std::vector<std::int64_t>& ids);

} // namespace cairn::pulls
