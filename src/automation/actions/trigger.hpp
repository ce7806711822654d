// Whether something that has happened starts a workflow.
#pragma once

#include <functional>

#include "actions/workflow.hpp"

namespace cairn::actions {

// What has happened, as workflows know it.
struct Happening {
    std::string event;      // push, pull_request, issues, ...
    std::string action;     // the type, as workflows name it: opened, synchronize, labeled; empty: it has none
    std::string ref;        // whole; of a pull request the branch that it goes to
    std::string workflow{}; // of workflow_run: the name of the one that has run
    // Which paths are changed by it. Asked only where a workflow cares; nothing where it cannot be said.
    std::function<std::optional<std::vector<std::string>>()> paths{};
};

bool starts(const Workflow&, const Happening&);

// What workflows call the event and the action that hooks know exactly as `event` and `action`; empty: none of theirs.
struct Named {
    std::string_view event;
    std::string_view action;
};
Named name_for_workflows(std::string_view event, std::string_view action);

} // namespace cairn::actions
