#include "pages/actions/waiting_jobs.hpp"

#include "actions/job_queue.hpp"
#include "actions/run.hpp"
#include "pages/places/repository_address.hpp"
#include "runners/runner.hpp"

namespace cairn::pages {

namespace {

constexpr std::int64_t most_kinds = 30;

void count_runners(WaitingKind& kind, std::span<const runners::Runner> all, Time now)
{
    for (const auto& runner : all) {
        if (!runner.has_labels(kind.labels)) continue;
        const auto online = runner.is_online(now) ? 1 : 0;
        if (runner.owner().is_site()) {
            ++kind.of_site;
            kind.of_site_online += online;
        } else kind.of_others_online += online;
    }
}

} // namespace

WaitingJobs waiting_jobs(const api::Call& call)
{
    const auto found = actions::queued_jobs(call.db(), {.limit = most_kinds});
    WaitingJobs waiting{.more = found.total - static_cast<std::int64_t>(found.items.size())};
    if (found.items.empty()) return waiting;
    waiting.total = actions::count_queued(call.db());
    std::vector<std::int64_t> ids;
    for (const auto& one : found.items) ids.push_back(one.oldest);
    const auto places = actions::places_of_jobs(call.db(), ids);
    const auto all = runners::runners_in_use(call.db());
    for (const auto now = Time::now(); const auto& one : found.items) {
        auto& kind = waiting.kinds.emplace_back(
            WaitingKind{.labels = actions::read_texts(one.labels), .jobs = one.jobs, .since = one.since});
        if (const auto place = places.find(one.oldest); place != places.end()) {
            const auto& job = place->second;
            kind.oldest = job.owner + "/" + job.repository + ", " + job.name;
            kind.address = repository_address(job.owner, job.repository) + "/actions/runs/" + std::to_string(job.run_id)
                + "/jobs/" + std::to_string(job.id);
        }
        count_runners(kind, all, now);
    }
    return waiting;
}

} // namespace cairn::pages
