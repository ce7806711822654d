// The menus of a list of issues: each entry leads to the list as it would be, by writing into its line.
#pragma once

#include "pages/issues/issue_list.hpp"

namespace cairn::pages {

std::vector<ListMenu> filter_menus(const api::Call&, const ListRequest&, const issues::IssueQuery&);

} // namespace cairn::pages
