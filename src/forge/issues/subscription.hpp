// Whether somebody hears of an issue.
#pragma once

#include "issues/issue.hpp"

namespace cairn::issues {

// What was asked for; else whether they watch the repository or take part.
bool hears_of(db::Queries&, std::int64_t account_id, const StoredIssue&);

void subscribe(db::Transaction&, std::int64_t account_id, std::int64_t issue_id, bool subscribed);

} // namespace cairn::issues
