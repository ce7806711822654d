// Starting a workflow by hand.
#pragma once

#include <map>

#include "actions/run.hpp"
#include "actions/workflow.hpp"

namespace cairn::actions {

struct CreateActionWorkflowDispatch {
    std::string ref;
    std::map<std::string, std::string> inputs;
};
BOOST_DESCRIBE_STRUCT(CreateActionWorkflowDispatch, (), (ref, inputs))
constexpr auto notes(const CreateActionWorkflowDispatch*)
{
    return std::array{Note{"", "What to run a workflow with"},
                      Note{.member = "ref", .doc = "a branch or a tag, by its name or whole", .required = true},
                      Note{"inputs", "what the workflow asks for; what it does not know is left out"}};
}

// The run of the workflow of that file, as the branch or tag has it, for the caller. Errc::not_found for a workflow
// that the default branch or that one has not, and for a branch or tag that there is not; Errc::forbidden for a
// workflow that is switched off; Errc::unprocessable for one that is not made to be started by hand or cannot be read,
// and for inputs that do not fit.
Result<StoredRun> dispatch_workflow(const api::Call&, const RepositoryContext&, const std::string& file,
                                    const CreateActionWorkflowDispatch&);

// The same workflow, to be asked what it wants to know before it is started; the errors are those of starting it.
Result<Workflow> find_dispatchable(const api::Call&, const RepositoryContext&, const std::string& file,
                                   const std::string& ref);

} // namespace cairn::actions
