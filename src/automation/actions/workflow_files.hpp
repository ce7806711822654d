// Where workflows are kept: files in a folder of the repository; and which of them are switched off.
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

// Nothing starts a workflow that is switched off, by the name of its file.
bool is_disabled(db::Queries&, std::int64_t repository_id, std::string_view file);
std::vector<std::string> disabled_workflows(db::Queries&, std::int64_t repository_id);

// Switches a workflow of the default branch on or off; it may be so already. Errc::not_found.
Result<void> enable_workflow(const api::Call&, const RepositoryContext&, std::string_view id);
Result<void> disable_workflow(const api::Call&, const RepositoryContext&, std::string_view id);

} // namespace cairn::actions
