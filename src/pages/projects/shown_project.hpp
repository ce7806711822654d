// A project as pages show it, for {% include "projects/row" with row %}.
#pragma once

#include "api/call.hpp"
#include "pages/projects/project_home.hpp"

namespace cairn::pages {

struct ShownProject {
    std::int64_t id = 0;
    std::string title;
    std::string description{};
    bool closed = false;
    Time closed_at{};
    Time updated_at{};
    std::int64_t issues = 0; // that the reader may read
    std::int64_t open_issues = 0;
    std::int64_t closed_issues = 0;
    std::int64_t percent = 0; // of them that are closed
    std::string address{};
    bool may_keep = false;   // its name, whether it is open, whether it is
    bool may_change = false; // its columns and cards, too
};
BOOST_DESCRIBE_STRUCT(ShownProject, (),
                      (id, title, description, closed, closed_at, updated_at, issues, open_issues, closed_issues,
                       percent, address, may_keep, may_change))

// With their issues counted, in one statement.
std::vector<ShownProject> show_projects(const api::Call&, const ProjectHome&, std::span<const projects::StoredProject>);
// Without.
ShownProject show_project(const ProjectHome&, const projects::StoredProject&);

} // namespace cairn::pages
