// The pull request as the API shows it.
#pragma once

#include "issues/show.hpp"
#include "organizations/team.hpp"
#include "pulls/pull.hpp"
#include "repositories/show.hpp"

namespace cairn::pulls {

struct PRBranchInfo {
    std::string label;
    std::string ref;
    std::string sha;
    std::int64_t repo_id = 0;
    std::shared_ptr<repositories::Repository> repo;
};
BOOST_DESCRIBE_STRUCT(PRBranchInfo, (), (label, ref, sha, repo_id, repo))
constexpr auto notes(const PRBranchInfo*)
{
    return std::array{
        Note{"", "One side of a pull request"},
        Note{"label", "the name of the branch"},
        Note{"ref", "the branch, or the reference that keeps its commits where it is gone"},
        Note{"repo_id", "-1 if the repository is gone"},
        Note{"repo", "null if it is gone, or not for your eyes"},
    };
}

struct PullRequest {
    std::int64_t id = 0;
    std::string url;
    std::int64_t number = 0;
    std::shared_ptr<accounts::User> user;
    std::string title;
    std::string body;
    std::optional<std::vector<issues::Label>> labels;
    std::optional<issues::Milestone> milestone;
    std::optional<accounts::User> assignee;
    std::optional<std::vector<accounts::User>> assignees;
    std::optional<std::vector<accounts::User>> requested_reviewers;
    std::optional<std::vector<organizations::Team>> requested_reviewers_teams;
    issues::State state = issues::State::open;
    bool draft = false;
    bool is_locked = false;
    std::int64_t comments = 0;
    std::int64_t review_comments = 0;
    std::optional<std::int64_t> additions;
    std::optional<std::int64_t> deletions;
    std::optional<std::int64_t> changed_files;
    std::string html_url;
    std::string diff_url;
    std::string patch_url;
    bool mergeable = false;
    bool merged = false;
    std::optional<Time> merged_at;
    std::optional<std::string> merge_commit_sha;
    std::optional<accounts::User> merged_by;
    bool allow_maintainer_edit = false;
    std::optional<PRBranchInfo> base;
    std::optional<PRBranchInfo> head;
    std::string merge_base;
    std::optional<Time> due_date;
    Time created_at;
    Time updated_at;
    std::optional<Time> closed_at;
    std::int64_t pin_order = 0;
    std::int64_t content_version = 0;
};
BOOST_DESCRIBE_STRUCT(PullRequest, (),
                      (id, url, number, user, title, body, labels, milestone, assignee, assignees, requested_reviewers,
                       requested_reviewers_teams, state, draft, is_locked, comments, review_comments, additions,
                       deletions, changed_files, html_url, diff_url, patch_url, mergeable, merged, merged_at,
                       merge_commit_sha, merged_by, allow_maintainer_edit, base, head, merge_base, due_date, created_at,
                       updated_at, closed_at, pin_order, content_version))
constexpr auto notes(const PullRequest*)
{
    return std::array{
        Note{"", "Commits that somebody would like to see in a branch, and what is said about them"},
        Note{"url", "its page"},
        Note{"number", "which one it is in its repository; issues are counted along"},
        Note{"user", "who opened it"},
        Note{"assignee", "the first of the assignees"},
        Note{"draft", "its title says that it is work in progress"},
        Note{.member = "review_comments", .doc = "how many were made on lines", .omit_empty = true},
        Note{.member = "additions", .doc = "lines; not told in lists", .omit_empty = true},
        Note{.member = "deletions", .doc = "lines; not told in lists", .omit_empty = true},
        Note{.member = "changed_files", .doc = "not told in lists", .omit_empty = true},
        Note{"mergeable", "there is no conflict, and it is no draft; of one that was merged it says nothing"},
        Note{"allow_maintainer_edit", "whoever may merge it may also push to its branch"},
        Note{"merge_base", "the commit that it begins at"},
        Note{"due_date", "when it should be done"},
        Note{"pin_order", "its place among the pinned ones, counted from 1; 0 if it is not pinned"},
        Note{"content_version", "counts the changes of its text; an edit that names another one is refused"},
    };
}

// Alone it is told with its figures and with empty lists, in a list without and with nulls.
enum class Detail : std::uint8_t { whole, listed };

// All of one repository, in the order of the issues; in a few statements, and without a look at git.
std::vector<PullRequest> show_pulls(const api::View&, const RepositoryContext&, std::span<const StoredIssue>, Detail);

PullRequest show_pull(const api::View&, const RepositoryContext&, const StoredIssue&);
// As the database has it now: what was done may have changed the repository, too.
Result<PullRequest> show_pull_anew(const api::Call&, const RepositoryContext&, std::int64_t issue_id);

// Whether it can be merged, or, once it is closed, could be when somebody last looked.
bool is_mergeable(const StoredIssue&, const StoredPull&);

} // namespace cairn::pulls

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::pulls::PullRequest>();
