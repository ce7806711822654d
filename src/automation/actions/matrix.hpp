// A job of a file becomes one or more jobs of a run: one for each combination of its matrix.
#pragma once

#include "actions/workflow.hpp"

namespace cairn::actions {

// One job as it is kept: all that a runner needs of the workflow, and what the server needs to know of it.
struct PlannedJob {
    std::string key;
    std::string name;
    std::vector<std::string> needs;
    std::vector<std::string> labels; // what a runner must have
    std::string condition;
    bool tolerated = false; // continue-on-error
    std::string payload;    // the workflow with this job alone, as YAML
    std::string concurrency_group{};
    bool cancels_group = false;
    bool fail_fast = false;        // others of its matrix end when it fails
    std::int64_t max_parallel = 0; // of its matrix at once; 0: any number
};

// The combinations that a strategy.matrix stands for, each a map; one empty map for a job without. unprocessable for
// too many.
Result<std::vector<Yaml>> combinations(const Yaml* matrix);

// All jobs of a run. unprocessable for a workflow that comes to too much by them. `contexts` are those that names and
// labels may speak of: github, inputs, vars.
Result<std::vector<PlannedJob>> plan_jobs(const Workflow&, const Yaml& contexts);

// What the steps of a job are called, as people see them.
std::vector<std::string> step_names(std::string_view payload);

} // namespace cairn::actions
