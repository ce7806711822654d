// The workflows of a repository's default branch, as pages list them. They are read from the branch's commit once, and
// kept by it: a list of runs asks git for nothing.
#pragma once

#include "actions/workflow_files.hpp"

namespace cairn::actions {

struct ListedWorkflow {
    std::string file; // its id
    std::string folder{};
    std::string name{};    // as the file calls itself, or the file's name
    bool by_hand = false;  // it can be dispatched
    std::string problem{}; // why it cannot be run; empty: it can
    bool disabled = false;
};

// In the order of their files.
std::vector<ListedWorkflow> listed_workflows(const api::Call&, const RepositoryContext&);

} // namespace cairn::actions
