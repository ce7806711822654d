// Where the pages about an issue, and what is said about it, are: paths of ours, as they stand in addresses.
#pragma once

#include "issues/issue_guards.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

// Its own page: that of a pull request is elsewhere.
inline std::string issue_address(const repositories::RepositoryContext& place, const issues::StoredIssue& issue)
{
    return repository_address(place) + (issue.is_pull ? "/pulls/" : "/issues/") + std::to_string(issue.number);
}
inline std::string issue_address(const issues::IssueContext& at) { return issue_address(at.place, at.issue); }

// Where its forms are sent to, whichever it is.
inline std::string issue_actions(const issues::IssueContext& at)
{
    return repository_address(at.place) + "/issues/" + std::to_string(at.issue.number);
}
inline std::string comment_actions(const repositories::RepositoryContext& place, std::int64_t comment_id)
{
    return repository_address(place) + "/comments/" + std::to_string(comment_id);
}

// More entries than that are not all on the page that is shown first (thread_entries.hpp).
inline constexpr std::int64_t most_entries_at_once = 100;

// One of the entries there, wherever it is in a long timeline.
inline std::string entry_address(const issues::IssueContext& at, std::int64_t comment_id)
{
    const auto id = std::to_string(comment_id);
    const bool is_long = at.issue.comment_count > most_entries_at_once / 2;
    return issue_address(at) + (is_long ? "?comment=" + id : std::string()) + "#issuecomment-" + id;
}

} // namespace cairn::pages
