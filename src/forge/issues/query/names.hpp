// The ids of what a query names: labels, milestones, boards, repositories; as far as the reader may know of them.
#pragma once

#include "api/view.hpp"
#include "issues/query/query_filter.hpp"

namespace cairn::issues {

// In one repository names are the same in any case; in all of them, as they are written.
std::vector<std::int64_t> labels_named(const api::View&, const QueryPlace&, const std::string& name);
std::vector<std::int64_t> milestones_named(const api::View&, const QueryPlace&, const std::string& title);
std::vector<std::int64_t> projects_named(const api::View&, const QueryPlace&, const std::string& title);

// Empty for one that the reader does not see, or that is elsewhere.
std::string title_of_project(const api::View&, const QueryPlace&, std::int64_t id);

// "owner/name"; 0 for one that the reader does not see.
std::int64_t repository_named(const api::View&, std::string_view full_name);

// The teams that the reader is in.
std::vector<std::int64_t> teams_of(const api::View&);

// As it would be for the search in this place.
struct SearchRange range_of(const QueryPlace&);

} // namespace cairn::issues
