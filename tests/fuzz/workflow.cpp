// Any text as a workflow: what is read of it can be planned, and what a runner gets is a workflow again.
#include <cstdint>
#include <string_view>

#include "actions/matrix.hpp"
#include "actions/trigger.hpp"
#include "demand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto workflow = actions::parse_workflow(text);
    if (!workflow) {
        fuzz::demand(!workflow.error().message.empty());
        return 0;
    }
    static const auto contexts =
        *markup::read_yaml("github: {ref: refs/heads/main, event: {number: 1}}\ninputs: {a: b}");
    for (const auto& trigger : workflow->triggers)
        static_cast<void>(actions::starts(
            *workflow,
            {.event = trigger.event, .action = "opened", .ref = "refs/heads/main", .workflow = "build", .paths = [] {
                 return std::optional(std::vector<std::string>{"src/a.c"});
             }}));
    const auto planned = actions::plan_jobs(*workflow, contexts);
    if (!planned) return 0;
    fuzz::demand(planned->size() <= actions::most_jobs);
    for (const auto& job : *planned) {
        static_cast<void>(actions::step_names(job.payload));
        const auto again = markup::read_yaml(job.payload);
        fuzz::demand(again.has_value() && again->member("jobs") != nullptr);
    }
    return 0;
}
