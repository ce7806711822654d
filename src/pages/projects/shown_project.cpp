#include "pages/projects/shown_project.hpp"

#include "projects/project_editing.hpp"

namespace cairn::pages {

using projects::StoredProject;

ShownProject show_project(const ProjectHome& at, const StoredProject& project)
{
    return {.id = project.id,
            .title = project.title,
            .description = project.description,
            .closed = project.closed(),
            .closed_at = project.closed_at,
            .updated_at = project.updated_at,
            .address = at.board(project.id),
            .may_keep = at.may_change,
            .may_change = at.may_change && !project.closed()};
}

std::vector<ShownProject> show_projects(const api::Call& call, const ProjectHome& at,
                                        std::span<const StoredProject> rows)
{
    std::vector<ShownProject> shown;
    const auto counted = projects::show_counted(call, at.home(), rows);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        auto& one = shown.emplace_back(show_project(at, rows[n]));
        one.issues = counted[n].num_issues;
        one.open_issues = counted[n].num_open_issues;
        one.closed_issues = counted[n].num_closed_issues;
        if (one.issues > 0) one.percent = one.closed_issues * 100 / one.issues;
    }
    return shown;
}

} // namespace cairn::pages
