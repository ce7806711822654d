// Where workflows are kept: files in a folder of the repository.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "actions/run.hpp"
#include "git/objects/objects.hpp"

namespace cairn::actions {

struct WorkflowFile {
    std::string name;   // build.yml: its id
    std::string folder; // .github/workflows
    git::ObjectId blob;

    std::string path() const { return folder + "/" + name; }
};

// Those of a commit: of the first folder of [actions] WORKFLOW_DIRS that there is, in the order of their names.
std::vector<WorkflowFile> workflow_files(const config::Settings&, const git::Repository&, const git::ObjectId& commit);

Result<std::string> read_workflow(const git::Repository&, const WorkflowFile&);

struct WorkflowPath {
    std::string workflow_id;
};
BOOST_DESCRIBE_STRUCT(WorkflowPath, (), (workflow_id))
constexpr auto notes(const WorkflowPath*) { return std::array{Note{"workflow_id", "the name of the workflow's file"}}; }

// On the default branch.
Result<WorkflowFile> find_workflow(const api::Call&, const RepositoryContext&, std::string_view id);

bool is_disabled(db::Queries&, std::int64_t repository_id, std::string_view file);

} // namespace cairn::actions
