// Moving an issue to another repository, with all that was said about it (docs/decisions/0054-moved-issues.md).
#pragma once

#include "issues/issue_guards.hpp"

namespace cairn::issues {

struct MoveIssueOption {
    std::string repository; // owner/name
};
BOOST_DESCRIBE_STRUCT(MoveIssueOption, (), (repository))
constexpr auto notes(const MoveIssueOption*)
{
    return std::array{
        Note{.member = "repository", .doc = "where to, as owner/name", .required = true, .max_length = 200}};
}

// Where an issue is after it was moved.
struct MovedIssue {
    RepositoryContext place;
    StoredIssue issue;
};

// For who may write to issues in both. Errc::unprocessable for a repository that the caller does not see or whose
// issues are not for the caller to write, in the same words; for the same one; for one that more people can read; for
// one that is archived; and for pull requests. Errc::not_found where it is gone meanwhile.
Result<MovedIssue> move_issue(const api::Call&, const IssueContext&, const MoveIssueOption&);

// The full names of repositories that the caller can move issues of this one to: the latest of those that are theirs,
// of their organizations, or shared with them.
std::vector<std::string> places_to_move_to(const api::Call&, const RepositoryContext&);

} // namespace cairn::issues
