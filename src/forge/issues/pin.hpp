// Issues and pull requests that stand above the others of their repository: a few of each kind, in an order of their
// own.
#pragma once

#include "api/view.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::issues {

// Errc::unprocessable where there are as many as there may be. Nothing happens where it is pinned already.
Result<> pin_issue(const api::Call&, const IssueContext&);
Result<> unpin_issue(const api::Call&, const IssueContext&);
// Counted from 1; what is beyond the last is the last. Errc::unprocessable for what is not pinned.
Result<> move_pin(const api::Call&, const IssueContext&, std::int64_t position);

// In their order.
std::vector<StoredIssue> list_pinned(const api::View&, const RepositoryContext&, bool is_pull);
bool can_pin_more(const api::View&, const RepositoryContext&, bool is_pull);

// As another server has pinned it; does nothing where there are as many as there may be.
void pin_imported(db::Transaction&, std::int64_t repository_id, std::int64_t issue_id, bool is_pull,
                  std::int64_t position);

// They do not exist for those who may not read issues.
Result<void> check_reads_pins(const api::Call&, const RepositoryContext&);
inline constexpr api::Guard reads_pins = repositories::repository_guard<check_reads_pins>("reads issues");

} // namespace cairn::issues
