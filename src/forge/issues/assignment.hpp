// Who can be given an issue to do, and who is.
#pragma once

#include <set>

#include "issues/issue_guards.hpp"

namespace cairn::issues {

// Those who can write to any part of the repository or read its pull requests; never an organization.
bool is_assignable(db::Queries&, const repositories::StoredRepository&, const accounts::Account&);

// The accounts of these names. Errc::unprocessable for a name that nobody has, `refusal` for somebody who cannot be
// assigned, Errc::forbidden for somebody who has blocked the caller.
Result<std::set<std::int64_t>> find_assignees(const api::Call&, const RepositoryContext&,
                                              const std::vector<std::string>& names,
                                              Errc refusal = Errc::unprocessable);

struct IssueAssigneesOption {
    std::vector<std::string> assignees;
};
BOOST_DESCRIBE_STRUCT(IssueAssigneesOption, (), (assignees))
constexpr auto notes(const IssueAssigneesOption*) { return std::array{Note{"assignees", "the names of people"}}; }

// Whoever may write to the issue, where the repository is not kept for reading alone.
Result<void> check_assigns(api::Call&);
inline constexpr api::Guard assigns_issue = issue_guard("assigns the issue", &check_assigns, {401, 403, 404, 423});

// Gives the issue to these people beside those who have it. Errors as find_assignees() has them, Errc::forbidden for
// who cannot be assigned; Errc::not_found if the issue is gone.
Result<StoredIssue> assign(const api::Call&, const IssueContext&, const IssueAssigneesOption&);

// Takes it from them. Errc::unprocessable for a name that nobody has; who does not have it changes nothing.
Result<StoredIssue> unassign(const api::Call&, const IssueContext&, const IssueAssigneesOption&);

} // namespace cairn::issues
