// Issues that somebody may mean: the same as one that is about to be opened, or one that is about to be named.
#pragma once

#include "api/view.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::issues {

// Those of the repository that share most of the title's words, the best first; a few. Small words do not count, and of
// a word that very many issues of the site have, the newest of these are looked at.
std::vector<StoredIssue> alike_issues(const api::View&, const RepositoryContext&, std::string_view title);

// A few whose number begins with `q` or whose title has it, for somebody who is about to name one: of those that were
// touched last, issues and pull requests as far as they may be read.
std::vector<StoredIssue> proposed_issues(const api::View&, const RepositoryContext&, std::string_view q);

} // namespace cairn::issues
