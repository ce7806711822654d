#include "actions/status.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::actions {

using enum Status;

std::string_view outer_status(Status status)
{
    switch (status) {
    case blocked: return "waiting";
    case waiting: return "queued";
    case running:
    case cancelling: return "in_progress";
    default: return "completed";
    }
}

std::string_view conclusion(Status status) { return is_over(status) ? word_of(status) : std::string_view(); }

std::vector<Status> states_of(std::string_view word)
{
    static constexpr std::array<std::string_view, 4> blocked_words{"pending", "waiting", "requested",
                                                                   "action_required"};
    if (std::ranges::find(blocked_words, word) != blocked_words.end()) return {blocked};
    if (word == "queued") return {waiting};
    if (word == "in_progress") return {running, cancelling};
    if (word == "completed") return {success, failure, cancelled, skipped};
    if (word == "success") return {success};
    if (word == "failure") return {failure};
    if (word == "skipped" || word == "neutral") return {skipped};
    if (word == "cancelled" || word == "timed_out") return {cancelled};
    return {};
}

Status sum_of(std::span<const JobState> jobs)
{
    const auto any = [&](auto... states) {
        return std::ranges::any_of(jobs, [&](const auto& job) { return ((job.status == states) || ...); });
    };
    if (any(running)) return running;
    if (any(cancelling)) return cancelling;
    if (any(waiting)) return waiting;
    if (any(blocked)) return blocked;
    if (std::ranges::any_of(jobs, [](const auto& job) { return job.status == failure && !job.tolerated; }))
        return failure;
    if (any(cancelled)) return cancelled;
    return jobs.empty() || any(success, failure) ? success : skipped;
}

bool asks_for_outcome(std::string_view condition)
{
    static constexpr std::array<std::string_view, 3> functions{"always", "failure", "cancelled"};
    return std::ranges::any_of(functions, [&](std::string_view name) {
        for (auto at = condition.find(name); at != condition.npos; at = condition.find(name, at + 1)) {
            const bool begins = at == 0 || (!text::is_alpha(condition[at - 1]) && condition[at - 1] != '.');
            if (begins && text::trim(condition.substr(at + name.size())).starts_with('(')) return true;
        }
        return false;
    });
}

namespace {

// Blocked as long as any of them is not over.
Status after_needs(const JobState& job, std::span<const JobState> jobs, std::span<const Status> states)
{
    bool all_succeeded = true;
    for (const auto& need : job.needs)
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (jobs[i].key != need) continue;
            if (!is_over(states[i])) return blocked;
            all_succeeded &= states[i] == success || (states[i] == failure && jobs[i].tolerated);
        }
    return all_succeeded || asks_for_outcome(job.condition) ? waiting : skipped;
}

// As many of its matrix are on their way as may be.
bool is_full(const JobState& job, std::span<const JobState> jobs, std::span<const Status> states)
{
    if (job.max_parallel == 0) return false;
    std::int64_t under_way = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if (jobs[i].key == job.key && (states[i] == waiting || is_at_work(states[i]))) ++under_way;
    return under_way >= job.max_parallel;
}

} // namespace

std::vector<std::size_t> given_up(std::span<const JobState> jobs)
{
    std::vector<std::size_t> found;
    for (const auto& failed : jobs) {
        if (!failed.fail_fast || failed.tolerated || failed.status != failure) continue;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            if (jobs[i].key == failed.key && !is_over(jobs[i].status) && std::ranges::find(found, i) == found.end())
                found.push_back(i);
    }
    return found;
}

std::vector<Unblocked> unblocked(std::span<const JobState> jobs)
{
    std::vector<Status> states;
    for (const auto& job : jobs) states.push_back(job.status);
    std::vector<Unblocked> changed;
    // One that is skipped may let others go on. Each round frees at least one.
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (states[i] != blocked) continue;
            const auto next = after_needs(jobs[i], jobs, states);
            if (next == blocked || (next == waiting && is_full(jobs[i], jobs, states))) continue;
            states[i] = next;
            changed.push_back({i, states[i]});
            again |= states[i] == skipped;
        }
    }
    return changed;
}

std::vector<std::string> dependants_of(std::string_view key, std::span<const JobState> jobs)
{
    std::vector<std::string> found{std::string(key)};
    for (std::size_t next = 0; next < found.size(); ++next)
        for (const auto& job : jobs)
            if (std::ranges::find(job.needs, found[next]) != job.needs.end()
                && std::ranges::find(found, job.key) == found.end())
                found.emplace_back(job.key);
    return found;
}

} // namespace cairn::actions
