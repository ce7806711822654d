// A workflow as its file says it: what starts it, and the jobs. Anybody who may push writes such files: whatever is in
// them, reading ends soon and with words for the author.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actions/expression.hpp"
#include "base/result.hpp"

namespace cairn::actions {

// What one event has to be like to start it. A list that is absent asks for nothing.
struct Trigger {
    using Patterns = std::optional<std::vector<std::string>>;

    std::string event;
    Patterns branches{};
    Patterns branches_ignore{};
    Patterns tags{};
    Patterns tags_ignore{};
    Patterns paths{};
    Patterns paths_ignore{};
    Patterns types{};
    Patterns workflows{}; // of workflow_run: the names of those that it follows
};

// What whoever dispatches a workflow may say.
struct Input {
    std::string name;
    std::string type = "string"; // or boolean, number, choice, environment
    std::string fallback{};
    bool required = false;
    std::vector<std::string> options{};
    std::string description{};
};

// Both may be expressions.
struct Concurrency {
    std::string group{}; // empty: any number at once
    std::string cancels{};

    bool cancels_others(const Yaml& contexts) const;
};

struct Job {
    std::string key;
    Yaml body; // as the file has it
    std::vector<std::string> needs{};
    std::string condition{};
    Concurrency concurrency{};
};

struct Workflow {
    std::string name{}; // empty: it has none of its own
    std::string run_name{};
    std::vector<Trigger> triggers{};
    std::vector<std::string> schedules{}; // lines of cron
    std::vector<Input> inputs{};          // of workflow_dispatch
    Concurrency concurrency{};
    std::vector<Job> jobs{}; // in the file's order
    Yaml file{};

    const Trigger* trigger(std::string_view event) const;
};

inline constexpr std::size_t most_jobs = 256; // of a run, those of matrices counted

// Errc::unprocessable with words for whoever wrote it.
Result<Workflow> parse_workflow(std::string_view text);

// Only how it calls itself, for lists: also of a file that is broken elsewhere.
std::string workflow_name(std::string_view text);

// A member that is one text or a list of them.
std::vector<std::string> texts(const Yaml*);

} // namespace cairn::actions
