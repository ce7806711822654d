// Opening issues: who may, and what is made.
#pragma once

#include "issues/issue_guards.hpp"

namespace cairn::issues {

struct CreateIssueOption {
    std::string title;
    std::string body;
    std::string ref;
    std::string assignee;
    std::vector<std::string> assignees;
    std::optional<Time> due_date;
    std::int64_t milestone = 0;
    std::vector<std::int64_t> labels;
    std::vector<std::int64_t> projects;
    bool closed = false;
};
BOOST_DESCRIBE_STRUCT(CreateIssueOption, (),
                      (title, body, ref, assignee, assignees, due_date, milestone, labels, projects, closed))
constexpr auto notes(const CreateIssueOption*)
{
    return std::array{
        Note{.member = "title", .doc = "what is shortened beyond 255 bytes", .required = true},
        Note{"ref", "the branch or tag that it is about"},
        Note{"assignee", "another name beside assignees, for clients of old"},
        Note{"assignees", "who is to do it; for those who may write to issues, as all below but closed"},
        Note{"due_date", "when it should be done"},
        Note{"milestone", "the id of a milestone"},
        Note{"labels", "the ids of labels"},
        Note{"projects", "the ids of projects; those that you may not put it on are left out"},
        Note{"closed", "close it at once"},
    };
}

// Whoever is signed in and reads issues here, unless the owner has blocked them. Errc::locked where the repository is
// kept for reading alone.
Result<void> check_opens_issue(const api::Call&, const RepositoryContext&);
inline constexpr api::Guard opens_issue =
    repositories::repository_guard<check_opens_issue>("opens issues", {401, 403, 404, 423});

// Opens it in one transaction, with its place in the timelines of what it refers to and everybody told who has to hear
// of it. Errc::unprocessable without a title, and for an assignee who is nobody or cannot be one; Errc::forbidden for
// an assignee who has blocked the caller. Of those who may not write to issues, what only these may say is not looked
// at. `files`: those that wait for it, by their uuids.
Result<StoredIssue> open_issue(const api::Call&, const RepositoryContext&, const CreateIssueOption&,
                               std::span<const std::string> files = {});

} // namespace cairn::issues
