// Projects as pages list them: found by their titles, in several orders, with how many are open and closed.
#pragma once

#include "projects/home.hpp"

namespace cairn::projects {

enum class ProjectOrder : std::uint8_t { newest, oldest, updated, name };
BOOST_DESCRIBE_ENUM(ProjectOrder, newest, oldest, updated, name)

struct ProjectSearch : Paging {
    bool closed = false;
    std::string words{}; // a part of the title
    ProjectOrder order = ProjectOrder::newest;
};

struct FoundProjects {
    Page<StoredProject> page{};
    // With these words.
    std::int64_t open = 0;
    std::int64_t closed = 0;
};

// For the number beside a tab.
std::int64_t count_open(db::Queries&, const Home&);

FoundProjects find_projects(const api::View&, const Home&, const ProjectSearch&);

} // namespace cairn::projects
