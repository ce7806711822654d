// What lists show of issues beside their rows, found for a page of them at once.
#pragma once

#include "accounts/shown_accounts.hpp"
#include "api/view.hpp"
#include "cache/id_list_cache.hpp"
#include "issues/issue.hpp"
#include "issues/labels/label.hpp"
#include "issues/labels/milestone.hpp"

namespace cairn::issues {

// An open pull request that closes an issue when it is merged.
struct ClosingPull {
    std::int64_t issue_id = 0; // that it closes
    std::int64_t repository_id = 0;
    std::int64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(ClosingPull, (), (issue_id, repository_id, number))

struct ListedFacts {
    std::map<std::int64_t, std::vector<std::int64_t>> label_ids{}; // by the ids of the issues
    std::map<std::int64_t, StoredLabel> labels{};                  // by their own ids
    std::map<std::int64_t, std::vector<std::int64_t>> assignees{};
    std::map<std::int64_t, ClosingPull> closing{};  // those that the reader may read
    std::map<std::int64_t, Milestone> milestones{}; // by their own ids
};

ListedFacts listed_facts(const api::View&, std::span<const StoredIssue>);

// Those who have opened the newest issues (or pull requests) of a repository, and those who were given them to do: whom
// a list is likely to be asked for. By id, each once; some hundred issues are looked at. `versions`: of the issues.
struct ListedPeople {
    std::vector<std::int64_t> authors{};
    std::vector<std::int64_t> assignees{};
};
ListedPeople listed_people(const api::View&, std::int64_t repository_id, std::optional<bool> is_pull,
                           const cache::Versions& versions);

} // namespace cairn::issues
