// What lists show of pull requests beside what all issues have, found for a page of them at once: no look at git.
#pragma once

#include <map>

#include "api/view.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

// What those whose word counts have said so far: the last of each of them.
enum class ReviewSummary : std::uint8_t { none, asked, commented, approved, changes };
BOOST_DESCRIBE_ENUM(ReviewSummary, none, asked, commented, approved, changes)

struct ListedPull {
    std::int64_t issue_id = 0;
    std::int64_t repository_id = 0;
    std::string base_branch{};
    std::string head_sha{};
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::int64_t changed_files = 0;
    bool conflict = false;
    // No columns of the table:
    ReviewSummary review = ReviewSummary::none;
    std::string checks{}; // success, failure, pending; empty: there are none
};
BOOST_DESCRIBE_STRUCT(ListedPull, (),
                      (issue_id, repository_id, base_branch, head_sha, additions, deletions, changed_files, conflict))

// By the ids of their issues.
std::map<std::int64_t, ListedPull> listed_pulls(const api::View&, const std::vector<std::int64_t>& issue_ids);

// A branch that the reader has pushed within the last day and that no open pull request comes from; empty: none.
std::string branch_to_propose(const api::View&, const RepositoryContext&);

} // namespace cairn::pulls
