// Opening a pull request, whether somebody asks for it or pushes it.
#pragma once

#include <set>

#include "issues/labels/label.hpp"
#include "pulls/merge/assessment.hpp"
#include "pulls/review/review_requests.hpp"

namespace cairn::pulls {

struct Proposal {
    const accounts::Account& poster;
    const repositories::StoredRepository& repository; // where it shall go to
    std::string base_branch;
    std::int64_t head_repository_id = 0;
    std::string head_branch; // or the topic of a push
    bool by_push = false;
    Assessment found; // its commits are in the base repository already
    std::string title;
    std::string body;
    bool allow_maintainer_edit = false;
    Reviewers reviewers{};
    // What those may say who may write to pull requests.
    std::vector<issues::StoredLabel> labels{};
    std::set<std::int64_t> assignees{};
    std::int64_t milestone_id = 0;
    Time deadline{};
};

// Errc::conflict if there is an open one of the same branches.
Result<StoredIssue> open_pull(const api::Site&, const git::Repository&, const Proposal&);

// The commits of a branch of another repository, in this one. Holds them until the pull request does.
struct Brought {
    git::ObjectId commit;
    std::shared_ptr<const void> keeps{};
};
Result<Brought> bring(const api::Site&, const repositories::StoredRepository& from, const std::string& branch,
                      const repositories::StoredRepository& into);

// Lets the reference of a pull request lead to its head, whatever it leads to now.
Result<> put_head(const git::Repository&, std::int64_t number, const git::ObjectId& head);

} // namespace cairn::pulls
