#include "actions/matrix.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "markup/cpu_budget.hpp"

namespace cairn::actions {

namespace {

using Kind = Yaml::Kind;

bool same(const Yaml& a, const Yaml& b)
{
    if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size()
        || a.members.size() != b.members.size())
        return false;
    for (std::size_t i = 0; i < a.items.size(); ++i)
        if (!same(a.items[i], b.items[i])) return false;
    return std::ranges::all_of(a.members, [&](const auto& member) {
        const auto* other = b.member(member.first);
        return other != nullptr && same(member.second, *other);
    });
}

void put(Yaml& map, std::string_view name, Yaml value)
{
    for (auto& [known, old] : map.members)
        if (known == name) {
            old = std::move(value);
            return;
        }
    map.members.emplace_back(std::string(name), std::move(value));
}

void drop(Yaml& map, std::string_view name)
{
    std::erase_if(map.members, [&](const auto& member) { return member.first == name; });
}

// What the combinations of one matrix may come to, and all that is kept of a run's jobs.
constexpr std::size_t largest_run = 8 * 1024 * 1024;

std::size_t size_of(const Yaml& value)
{
    auto size = sizeof(Yaml) + value.text.size();
    for (const auto& item : value.items) size += size_of(item);
    for (const auto& [name, member] : value.members) size += name.size() + size_of(member);
    return size;
}

std::unexpected<Error> too_large() { return fail(Errc::unprocessable, "the workflow is too large for so many jobs"); }

std::unexpected<Error> too_many() { return fail(Errc::unprocessable, "a matrix stands for too many jobs"); }

// Every value of every axis with every other.
Result<std::vector<Yaml>> cross(const Yaml& matrix)
{
    std::vector<Yaml> all{Yaml{.kind = Kind::map}};
    for (const auto& [axis, values] : matrix.members) {
        if (axis == "include" || axis == "exclude") continue;
        if (!values.is_list()) return fail(Errc::unprocessable, "matrix." + axis + " is no list");
        std::vector<Yaml> next;
        std::size_t size = 0;
        for (const auto& before : all)
            for (const auto& value : values.items) {
                if (next.size() >= most_jobs) return too_many();
                size += size_of(before) + size_of(value);
                if (size > largest_run) return too_large();
                put(next.emplace_back(before), axis, value);
            }
        all = std::move(next);
    }
    return all;
}

// An exclusion names some axes; whatever is the same in those is out.
void exclude(std::vector<Yaml>& all, const Yaml* rules)
{
    if (rules == nullptr) return;
    for (const auto& rule : rules->items)
        std::erase_if(all, [&](const Yaml& combination) {
            return rule.is_map() && !rule.members.empty() && std::ranges::all_of(rule.members, [&](const auto& member) {
                       const auto* value = combination.member(member.first);
                       return value != nullptr && same(*value, member.second);
                   });
        });
}

// What is included adds to each combination that it does not contradict on an axis, and is one of its own otherwise.
Result<> include(std::vector<Yaml>& all, const Yaml& matrix, bool has_axes)
{
    const auto* rules = matrix.member("include");
    if (rules == nullptr) return {};
    const auto originals = has_axes ? all.size() : 0;
    std::size_t size = 0;
    for (const auto& rule : rules->items) {
        if (!rule.is_map()) return fail(Errc::unprocessable, "matrix.include is no list of maps");
        const auto more = size_of(rule);
        bool added = false;
        for (std::size_t i = 0; i < originals; ++i) {
            const bool contradicts = std::ranges::any_of(rule.members, [&](const auto& member) {
                const auto* axis = matrix.member(member.first);
                const auto* value = all[i].member(member.first);
                return axis != nullptr && value != nullptr && !same(*value, member.second);
            });
            if (contradicts) continue;
            size += more;
            if (size > largest_run) return too_large();
            for (const auto& [name, value] : rule.members) put(all[i], name, value);
            added = true;
        }
        if (added) continue;
        if (all.size() >= most_jobs) return too_many();
        all.push_back(rule);
    }
    return {};
}

std::string shown(const Yaml& value)
{
    if (value.is_scalar()) return value.text;
    std::vector<std::string> parts;
    for (const auto& item : value.items) parts.push_back(shown(item));
    for (const auto& [name, member] : value.members) parts.push_back(shown(member));
    return text::join(parts, ", ");
}

// A name that does not speak of the matrix is told with its values, so that the jobs differ.
std::string name_of(const Job& job, const Yaml& combination, const Yaml& contexts)
{
    const auto* given = job.body.member("name");
    const std::string written = given != nullptr && given->is_scalar() && !given->text.empty() ? given->text : job.key;
    auto name = interpolate(written, contexts);
    if (combination.members.empty() || name != written) return name;
    std::vector<std::string> values;
    for (const auto& [axis, value] : combination.members) values.push_back(shown(value));
    return name + " (" + text::join(values, ", ") + ")";
}

std::vector<std::string> labels_of(const Job& job, const Yaml& contexts, const markup::CpuBudget& budget)
{
    const auto* runs_on = job.body.member("runs-on");
    if (runs_on == nullptr) return {};
    auto value = resolve(*runs_on, contexts);
    if (value.is_map()) value = value.member("labels") != nullptr ? resolve(*value.member("labels"), contexts) : Yaml();
    std::vector<std::string> labels;
    std::size_t size = 0;
    for (const auto& label : texts(&value)) {
        budget.check();
        auto resolved = interpolate(label, contexts);
        if (size += resolved.size(); size > largest_run) throw markup::TooMuch();
        if (!resolved.empty() && std::ranges::find(labels, resolved) == labels.end())
            labels.push_back(std::move(resolved));
    }
    return labels;
}

// The runner gets a matrix of one, and no needs: what became of those comes with the task.
std::string payload_of(const Workflow& workflow, const Job& job, const std::string& name, const Yaml& combination)
{
    auto body = job.body;
    put(body, "name", text_value(name));
    drop(body, "needs");
    if (!combination.members.empty()) {
        Yaml matrix{.kind = Kind::map};
        for (const auto& [axis, value] : combination.members)
            matrix.members.emplace_back(axis, Yaml{.kind = Kind::list, .items = {value}});
        auto strategy = *body.member("strategy");
        put(strategy, "matrix", std::move(matrix));
        put(body, "strategy", std::move(strategy));
    }
    auto file = workflow.file;
    Yaml jobs{.kind = Kind::map};
    jobs.members.emplace_back(job.key, std::move(body));
    put(file, "jobs", std::move(jobs));
    return markup::write_yaml(file);
}

struct Limits {
    bool fail_fast = false;
    std::int64_t max_parallel = 0;
};

// Of a matrix; a job alone has none.
Limits limits_of(const Yaml* strategy, std::size_t jobs, const Yaml& contexts)
{
    if (strategy == nullptr || jobs < 2) return {};
    const auto* fail_fast = strategy->member("fail-fast");
    const auto* parallel = strategy->member("max-parallel");
    return {.fail_fast = fail_fast == nullptr || resolve(*fail_fast, contexts).boolean().value_or(true),
            .max_parallel =
                parallel == nullptr ? 0 : text::parse_integer(resolve(*parallel, contexts).text, 1).value_or(0)};
}

} // namespace

Result<std::vector<Yaml>> combinations(const Yaml* matrix)
{
    // What is still an expression is left to the runner.
    const auto unresolved = [](const auto& axis) {
        return axis.second.is_scalar() && has_expression(axis.second.text);
    };
    if (matrix == nullptr || !matrix->is_map() || std::ranges::any_of(matrix->members, unresolved))
        return std::vector<Yaml>{Yaml{.kind = Kind::map}};
    auto all = TRY(cross(*matrix));
    const bool has_axes = std::ranges::any_of(
        matrix->members, [](const auto& axis) { return axis.first != "include" && axis.first != "exclude"; });
    exclude(all, matrix->member("exclude"));
    if (!has_axes && matrix->member("include") != nullptr) all.clear();
    TRY(include(all, *matrix, has_axes));
    if (all.empty()) all.push_back({.kind = Kind::map});
    return all;
}

namespace {

Result<std::vector<PlannedJob>> plan_within(const markup::CpuBudget& budget, const Workflow& workflow,
                                            const Yaml& contexts)
{
    std::vector<PlannedJob> planned;
    std::size_t size = 0;
    auto around = contexts;
    for (const auto& job : workflow.jobs) {
        const auto* strategy = job.body.member("strategy");
        const auto* written = strategy != nullptr ? strategy->member("matrix") : nullptr;
        Yaml matrix{.kind = Kind::map};
        if (written != nullptr) {
            matrix = resolve(*written, contexts);
            for (auto& [axis, values] : matrix.members) values = resolve(values, contexts);
        }
        const auto all = TRY(combinations(&matrix));
        const auto limits = limits_of(strategy, all.size(), contexts);
        for (const auto& combination : all) {
            if (planned.size() >= most_jobs) return too_many();
            budget.check();
            put(around, "matrix", combination);
            const auto* tolerated = job.body.member("continue-on-error");
            const auto name = name_of(job, combination, around);
            planned.push_back(
                {.key = job.key,
                 .name = name,
                 .needs = job.needs,
                 .labels = labels_of(job, around, budget),
                 .condition = job.condition,
                 .tolerated = tolerated != nullptr && resolve(*tolerated, around).boolean().value_or(false),
                 .payload = payload_of(workflow, job, name, combination),
                 .concurrency_group = interpolate(job.concurrency.group, around),
                 .cancels_group = job.concurrency.cancels_others(around),
                 .fail_fast = limits.fail_fast,
                 .max_parallel = limits.max_parallel});
            // Each job is kept with all of the file but the other jobs.
            const auto& job_of_run = planned.back();
            size += job_of_run.payload.size() + job_of_run.name.size() + job_of_run.concurrency_group.size();
            for (const auto& label : job_of_run.labels) size += label.size();
            if (size > largest_run) return too_large();
        }
    }
    return planned;
}

} // namespace

Result<std::vector<PlannedJob>> plan_jobs(const Workflow& workflow, const Yaml& contexts)
{
    constexpr std::chrono::seconds longest{2}; // of a processor's time; a large workflow takes some milliseconds
    try {
        return plan_within(markup::CpuBudget(longest), workflow, contexts);
    } catch (const markup::TooMuch&) {
        return too_large();
    }
}

std::vector<std::string> step_names(std::string_view payload)
{
    std::vector<std::string> names;
    const auto file = markup::read_yaml(payload);
    const auto* jobs = file ? file->member("jobs") : nullptr;
    const auto* steps =
        jobs != nullptr && !jobs->members.empty() ? jobs->members.front().second.member("steps") : nullptr;
    if (steps == nullptr) return names;
    for (const auto& step : steps->items) {
        const auto text = [&](std::string_view member) {
            const auto* found = step.member(member);
            return found != nullptr && found->is_scalar() ? std::string(text::trim(found->text)) : std::string();
        };
        auto name = text("name");
        if (name.empty()) name = text("uses").empty() ? text("run") : text("uses");
        name = name.substr(0, name.find('\n'));
        names.push_back(text("name").empty() ? "Run " + name : name);
    }
    return names;
}

} // namespace cairn::actions
