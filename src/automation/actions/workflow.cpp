#include "actions/workflow.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "config/schedule.hpp"

namespace cairn::actions {

namespace {

std::unexpected<Error> wrong(std::string words) { return fail(Errc::unprocessable, std::move(words)); }

std::string text_of(const Yaml* value)
{
    return value != nullptr && value->is_scalar() && !value->is_null() ? value->text : "";
}

// As names of jobs and inputs are written: they become parts of expressions.
bool is_key(std::string_view key)
{
    constexpr std::size_t longest = 100;
    return !key.empty() && key.size() <= longest && !text::is_digit(key.front()) && key.front() != '-'
        && std::ranges::all_of(key,
                               [](char c) { return text::is_alpha(c) || text::is_digit(c) || c == '_' || c == '-'; });
}

Result<Trigger::Patterns> read_patterns(const Yaml& of, std::string_view event, std::string_view member)
{
    const auto* list = of.member(member);
    if (list == nullptr || list->is_null()) return Trigger::Patterns();
    if (list->is_map() || std::ranges::any_of(list->items, [](const Yaml& item) { return !item.is_scalar(); }))
        return wrong("on." + std::string(event) + "." + std::string(member) + " is no list of texts");
    return texts(list);
}

Result<Trigger> read_trigger(const std::string& event, const Yaml& body)
{
    Trigger trigger{.event = event};
    if (body.is_null()) return trigger;
    if (!body.is_map()) return wrong("on." + event + " is not what it should be");
    trigger.branches = TRY(read_patterns(body, event, "branches"));
    trigger.branches_ignore = TRY(read_patterns(body, event, "branches-ignore"));
    trigger.tags = TRY(read_patterns(body, event, "tags"));
    trigger.tags_ignore = TRY(read_patterns(body, event, "tags-ignore"));
    trigger.paths = TRY(read_patterns(body, event, "paths"));
    trigger.paths_ignore = TRY(read_patterns(body, event, "paths-ignore"));
    trigger.types = TRY(read_patterns(body, event, "types"));
    trigger.workflows = TRY(read_patterns(body, event, "workflows"));
    return trigger;
}

Result<> read_schedules(const Yaml& body, Workflow& into)
{
    constexpr std::size_t most_schedules = 50;
    if (!body.is_list() || body.items.size() > most_schedules) return wrong("on.schedule is no list of times");
    for (const auto& item : body.items) {
        const auto spec = text_of(item.member("cron"));
        if (!config::Schedule::parse(spec)) return wrong("on.schedule: \"" + spec + "\" is no line of cron");
        into.schedules.push_back(spec);
    }
    return {};
}

Result<> read_inputs(const Yaml& body, Workflow& into)
{
    const auto* inputs = body.member("inputs");
    if (inputs == nullptr || inputs->is_null()) return {};
    if (!inputs->is_map()) return wrong("on.workflow_dispatch.inputs is no map");
    for (const auto& [name, about] : inputs->members) {
        if (!is_key(name)) return wrong("an input cannot be called \"" + name + "\"");
        Input input{.name = name};
        if (const auto* type = about.member("type")) input.type = text_of(type);
        const auto* required = about.member("required");
        input.required = required != nullptr && required->boolean().value_or(false);
        input.options = texts(about.member("options"));
        input.fallback = text_of(about.member("default"));
        input.description = text_of(about.member("description"));
        if (input.fallback.empty() && input.type == "boolean") input.fallback = "false";
        if (input.fallback.empty() && input.type == "choice" && !input.options.empty() && !input.required)
            input.fallback = input.options.front();
        into.inputs.push_back(std::move(input));
    }
    return {};
}

Result<> read_on(const Yaml& on, Workflow& into)
{
    if (!on.is_map()) {
        for (const auto& event : texts(&on)) into.triggers.push_back({.event = event});
        return into.triggers.empty() ? Result<>(wrong("on: names no event")) : Result<>();
    }
    for (const auto& [event, body] : on.members) {
        if (event == "schedule") {
            TRY(read_schedules(body, into));
            into.triggers.push_back({.event = event});
            continue;
        }
        if (event == "workflow_dispatch") TRY(read_inputs(body, into));
        into.triggers.push_back(TRY(read_trigger(event, body)));
    }
    return {};
}

Concurrency read_concurrency(const Yaml* value)
{
    if (value == nullptr) return {};
    if (value->is_scalar()) return {.group = text_of(value)};
    return {.group = text_of(value->member("group")), .cancels = text_of(value->member("cancel-in-progress"))};
}

Result<Job> read_job(const std::string& key, const Yaml& body)
{
    if (!is_key(key)) return wrong("a job cannot be called \"" + key + "\"");
    if (!body.is_map()) return wrong("jobs." + key + " is no map");
    const auto* steps = body.member("steps");
    if (body.member("uses") == nullptr && (steps == nullptr || !steps->is_list()))
        return wrong("jobs." + key + " has no steps");
    if (body.member("uses") == nullptr && body.member("runs-on") == nullptr)
        return wrong("jobs." + key + " does not say what it runs on");
    Job job{.key = key, .body = body};
    job.needs = texts(body.member("needs"));
    job.condition = text_of(body.member("if"));
    job.concurrency = read_concurrency(body.member("concurrency"));
    return job;
}

// Whoever waits for a job that waits for them would do so forever.
Result<> check_needs(const std::vector<Job>& jobs)
{
    std::map<std::string_view, bool> done;
    for (const auto& job : jobs) done[job.key] = false;
    for (const auto& job : jobs)
        for (const auto& need : job.needs)
            if (!done.contains(need))
                return wrong("jobs." + job.key + " needs \"" + need + "\", which is no job of this workflow");
    // Each round is done with at least one, whose needs are all done; or never will be.
    for (std::size_t count = 0, before = 1; count != before;) {
        before = count;
        for (const auto& job : jobs) {
            if (done.at(job.key) || !std::ranges::all_of(job.needs, [&](const auto& need) { return done.at(need); }))
                continue;
            done.at(job.key) = true;
            ++count;
        }
        if (count == jobs.size()) return {};
    }
    return wrong("jobs wait for each other in a circle");
}

} // namespace

std::vector<std::string> texts(const Yaml* value)
{
    std::vector<std::string> found;
    if (value == nullptr || value->is_null()) return found;
    if (value->is_scalar()) found.push_back(value->text);
    for (const auto& item : value->items)
        if (item.is_scalar() && !item.is_null()) found.push_back(item.text);
    return found;
}

bool Concurrency::cancels_others(const Yaml& contexts) const
{
    return text::iequals(text::trim(interpolate(cancels, contexts)), "true");
}

const Trigger* Workflow::trigger(std::string_view event) const
{
    const auto found = std::ranges::find(triggers, event, &Trigger::event);
    return found == triggers.end() ? nullptr : &*found;
}

Result<Workflow> parse_workflow(std::string_view text)
{
    Workflow workflow{.file = TRY(markup::parse_yaml(text))};
    const auto& file = workflow.file;
    if (!file.is_map()) return wrong("this is no workflow: it is no map");
    workflow.name = text_of(file.member("name"));
    workflow.run_name = text_of(file.member("run-name"));
    const auto* on = file.member("on");
    if (on == nullptr) return wrong("it does not say when to run: on is missing");
    TRY(read_on(*on, workflow));
    workflow.concurrency = read_concurrency(file.member("concurrency"));
    const auto* jobs = file.member("jobs");
    if (jobs == nullptr || !jobs->is_map() || jobs->members.empty()) return wrong("it has no jobs");
    if (jobs->members.size() > most_jobs) return wrong("it has too many jobs");
    for (const auto& [key, body] : jobs->members) {
        if (std::ranges::find(workflow.jobs, key, &Job::key) != workflow.jobs.end())
            return wrong("there are two jobs \"" + key + "\"");
        workflow.jobs.push_back(TRY(read_job(key, body)));
    }
    TRY(check_needs(workflow.jobs));
    return workflow;
}

std::string workflow_name(std::string_view text)
{
    const auto file = markup::read_yaml(text);
    return file ? text_of(file->member("name")) : "";
}

} // namespace cairn::actions
