// Pull requests that somebody opens: who may, and what is proposed.
#pragma once

#include "pulls/pull.hpp"

namespace cairn::pulls {

struct CreatePullRequestOption {
    std::string title;
    std::string body;
    std::string head;
    std::string base;
    std::string assignee;
    std::vector<std::string> assignees;
    std::int64_t milestone = 0;
    std::vector<std::int64_t> labels;
    std::optional<Time> due_date;
    std::vector<std::string> reviewers;
    std::vector<std::string> team_reviewers;
    std::optional<bool> allow_maintainer_edit;
};
BOOST_DESCRIBE_STRUCT(CreatePullRequestOption, (),
                      (title, body, head, base, assignee, assignees, milestone, labels, due_date, reviewers,
                       team_reviewers, allow_maintainer_edit))
constexpr auto notes(const CreatePullRequestOption*)
{
    return std::array{
        Note{"title", "what is shortened beyond 255 bytes"},
        Note{"head", "the branch with the commits; owner:branch or owner/repo:branch if it is in a fork"},
        Note{"base", "the branch that they shall go to"},
        Note{"assignee", "another name beside assignees, for clients of old"},
        Note{"assignees", "for those who may write to pull requests, as milestone, labels and due_date"},
        Note{"milestone", "the id of a milestone"},
        Note{"labels", "the ids of labels"},
        Note{"due_date", "when it should be done"},
        Note{"reviewers", "names of people who shall look at it"},
        Note{"team_reviewers", "names of teams who shall look at it"},
        Note{"allow_maintainer_edit", "whoever may merge it may push to its branch; the repository says what is usual"},
    };
}

// Whoever is signed in and sees pull requests here, unless the owner has blocked them. Errc::locked where the
// repository is kept for reading alone.
Result<void> check_opens_pull(const api::Call&, const RepositoryContext&);
inline constexpr api::Guard opens_pull =
    repositories::repository_guard<check_opens_pull>("opens pull requests", {401, 403, 404, 423});

// Brings the commits into the repository and opens it, with those asked who shall review it. Errc::unprocessable for
// one branch twice, for what is no branch, without a title, and for assignees and reviewers that there cannot be;
// Errc::not_found for branches, a milestone and reviewers that are not there for the caller; Errc::forbidden for a
// branch that is not the caller's to propose; Errc::conflict if there is an open one of the same branches.
Result<StoredIssue> open_pull(const api::Call&, const RepositoryContext&, const CreatePullRequestOption&);

} // namespace cairn::pulls
