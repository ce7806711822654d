// The part of pages/actions/run_view.hpp that is the graph of a run's jobs.
#include <algorithm>
#include <map>

#include "pages/actions/run_view.hpp"

namespace cairn::pages {

std::vector<RunStage> stages_of(const std::vector<actions::StoredJob>& jobs, const std::vector<RunJob>& shown)
{
    // Jobs of a matrix have one key. Numbers stand for keys: there may be as many rounds as jobs, and each looks at
    // all that any of them needs.
    std::map<std::string, std::size_t, std::less<>> numbers;
    for (const auto& job : jobs) numbers.try_emplace(job.key, numbers.size());
    std::vector<std::vector<std::size_t>> needs(numbers.size());
    for (const auto& job : jobs) {
        auto& of_key = needs[numbers.at(job.key)];
        if (!of_key.empty()) continue;
        for (const auto& need : actions::read_texts(job.needs))
            if (const auto found = numbers.find(need); found != numbers.end()) of_key.push_back(found->second);
    }
    std::vector<std::size_t> depths(numbers.size());
    // Workflows whose jobs wait for each other in a circle are refused; the bound is for what was stored otherwise.
    bool changed = true;
    for (std::size_t round = 0; changed && round <= depths.size(); ++round) {
        changed = false;
        for (std::size_t key = 0; key < needs.size(); ++key)
            for (const auto need : needs[key]) {
                if (depths[key] > depths[need] || depths[need] >= depths.size()) continue;
                depths[key] = depths[need] + 1;
                changed = true;
            }
    }
    std::vector<RunStage> stages;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto depth = std::min(depths[numbers.at(jobs[i].key)], jobs.size());
        if (stages.size() <= depth) stages.resize(depth + 1);
        stages[depth].jobs.push_back(shown[i]);
    }
    std::erase_if(stages, [](const RunStage& stage) { return stage.jobs.empty(); });
    return stages;
}

} // namespace cairn::pages
