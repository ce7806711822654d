// The menus of a list of issues: each entry leads to the list as it would be, by writing into its line.
#pragma once

#include "pages/issue_lists/issue_list.hpp"

namespace cairn::pages {

// `versions`: of the issues of a repository's list.
std::vector<ListMenu> filter_menus(const api::Call&, const ListRequest&, const issues::IssueQuery&, const ToGive&,
                                   const cache::Versions& versions);

} // namespace cairn::pages
