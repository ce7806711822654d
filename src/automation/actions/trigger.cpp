#include "actions/trigger.hpp"

#include <algorithm>

#include "actions/pattern.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::actions {

namespace {

using Patterns = Trigger::Patterns;

bool passes(const Patterns& wanted, const Patterns& unwanted, std::string_view name)
{
    if (wanted && !lets_in(*wanted, name)) return false;
    return !unwanted || !lets_in(*unwanted, name);
}

// A push of a tag starts what asks for tags or for neither, and so does one of a branch.
bool passes_ref(const Trigger& trigger, const Happening& happening)
{
    const std::string_view ref = happening.ref;
    const bool about_branches = trigger.branches || trigger.branches_ignore;
    const bool about_tags = trigger.tags || trigger.tags_ignore;
    if (ref.starts_with(git::tags)) {
        if (happening.event != "push") return true;
        if (!about_tags) return !about_branches;
        return passes(trigger.tags, trigger.tags_ignore, ref.substr(git::tags.size()));
    }
    if (!ref.starts_with(git::heads)) return true;
    if (!about_branches) return happening.event != "push" || !about_tags;
    return passes(trigger.branches, trigger.branches_ignore, ref.substr(git::heads.size()));
}

// One changed path that counts is enough.
bool passes_paths(const Trigger& trigger, const Happening& happening)
{
    if ((!trigger.paths && !trigger.paths_ignore) || !happening.paths || happening.ref.starts_with(git::tags))
        return true;
    const auto paths = happening.paths();
    if (!paths) return true;
    return std::ranges::any_of(
        *paths, [&](const std::string& path) { return passes(trigger.paths, trigger.paths_ignore, path); });
}

bool passes_type(const Trigger& trigger, const Happening& happening)
{
    if (happening.action.empty()) return true;
    if (trigger.types) return lets_in(*trigger.types, happening.action);
    // Without types, pull requests start workflows only where there is something new to run.
    if (happening.event != "pull_request" && happening.event != "pull_request_target") return true;
    return happening.action == "opened" || happening.action == "synchronize" || happening.action == "reopened";
}

bool is_about_branches(std::string_view event)
{
    return event == "push" || event == "pull_request" || event == "pull_request_target" || event == "workflow_run";
}

} // namespace

bool starts(const Workflow& workflow, const Happening& happening)
{
    const auto* trigger = workflow.trigger(happening.event);
    if (trigger == nullptr || !passes_type(*trigger, happening)) return false;
    if (happening.event == "workflow_run")
        if (!trigger->workflows || !lets_in(*trigger->workflows, happening.workflow)) return false;
    if (!is_about_branches(happening.event)) return true;
    return passes_ref(*trigger, happening) && passes_paths(*trigger, happening);
}

Named name_for_workflows(std::string_view event, std::string_view action)
{
    struct Row {
        std::string_view event;
        std::string_view action;
        Named named;
    };
    // What is not here is called the same by both.
    static constexpr Row rows[] = {
        {"issue_assign", "", {"issues", ""}},
        {"issue_label", "label_updated", {"issues", "labeled"}},
        {"issue_label", "label_cleared", {"issues", "unlabeled"}},
        {"issue_milestone", "", {"issues", ""}},
        {"pull_request_comment", "", {"issue_comment", ""}},
        {"pull_request_assign", "", {"pull_request", ""}},
        {"pull_request_label", "label_updated", {"pull_request", "labeled"}},
        {"pull_request_label", "label_cleared", {"pull_request", "unlabeled"}},
        {"pull_request_milestone", "", {"pull_request", ""}},
        {"pull_request_sync", "synchronized", {"pull_request", "synchronize"}},
        {"pull_request_review_request", "", {"pull_request", ""}},
        {"pull_request_review_approved", "", {"pull_request_review", "submitted"}},
        {"pull_request_review_rejected", "", {"pull_request_review", "submitted"}},
        {"pull_request_review_comment", "", {"pull_request_review", "submitted"}},
        {"release", "updated", {"release", "edited"}},
        {"wiki", "", {"gollum", ""}},
        {"repository", "", {"", ""}},
        {"status", "", {"", ""}},
        {"package", "", {"registry_package", ""}},
    };
    for (const auto& row : rows) {
        if (row.event != event || (!row.action.empty() && row.action != action)) continue;
        return {row.named.event, row.named.action.empty() ? action : row.named.action};
    }
    return {event, action};
}

} // namespace cairn::actions
