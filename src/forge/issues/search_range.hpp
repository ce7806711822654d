// Which repositories a search for issues looks in: those whose issues (or pull requests) the caller may read, and of
// them those that were asked for.
#pragma once

#include "api/view.hpp"
#include "cache/id_list_cache.hpp"
#include "issues/issue_filter.hpp"

namespace cairn::issues {

struct SearchRange {
    std::int64_t owner_id = 0; // 0: anybody's
    std::int64_t team_id = 0;  // not 0: of this team alone
    bool switched_on = false;  // only where issues (or pull requests) are: what else there is has no page
    bool live = false;         // only in repositories that are not archived
};

// `i.repository_id IN (...)`, for issues or pull requests or, each by itself, for both. `few`: the repositories have so
// few issues that all of them may be read.
void add_in_range(db::Composition& query, const api::View&, const SearchRange&, std::optional<bool> is_pull, bool few);

// The repositories themselves, as ` FROM repository r WHERE ...`.
void add_repositories(db::Composition& query, const api::View&, const SearchRange&, access::Unit);

// How many a plain filter finds there, as the repositories count them.
std::int64_t count_in_range(const api::View&, const SearchRange&, const IssueFilter&);

// The versions of all that is looked at.
cache::VersionNumbers versions_in_range(const api::View&, const SearchRange&);

} // namespace cairn::issues
