#include "app/job_metrics.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/figure_head.hpp"
#include "db/database.hpp"
#include "jobs/job_table.hpp"
#include "jobs/queue.hpp"

namespace cairn::app {

std::string job_metrics(db::Queries& db, const jobs::Queue& queue)
{
    const auto figures = queue.figures();
    auto backlogs = jobs::backlogs(db);
    // A kind that has nothing to do is shown, too.
    for (const auto& each : figures)
        if (std::ranges::find(backlogs, each.kind, &jobs::Backlog::kind) == backlogs.end())
            backlogs.push_back({.kind = each.kind});
    std::ranges::sort(backlogs, {}, &jobs::Backlog::kind);
    const auto now = Time::now().seconds;
    std::string out;
    const auto line = [&](std::string_view name, std::string_view kind, std::string_view more, auto value) {
        fmt::format_to(std::back_inserter(out), "{}{{kind=\"{}\"{}}} {}\n", name, kind, more, value);
    };
    append_figure_head(out, "cairn_jobs", "gauge", "Jobs of the site that wait, run, or were given up.");
    for (const auto& each : backlogs) {
        line("cairn_jobs", each.kind, ",state=\"waiting\"", each.waiting);
        line("cairn_jobs", each.kind, ",state=\"running\"", each.running);
        line("cairn_jobs", each.kind, ",state=\"failed\"", each.failed);
    }
    append_figure_head(out, "cairn_jobs_oldest_age_seconds", "gauge", "Age of the oldest job that is not over.");
    for (const auto& each : backlogs)
        line("cairn_jobs_oldest_age_seconds", each.kind, "",
             each.oldest.seconds == 0 ? std::int64_t{0} : std::max<std::int64_t>(0, now - each.oldest.seconds));
    append_figure_head(out, "cairn_jobs_done_total", "counter", "Jobs that this process has done.");
    for (const auto& each : figures) line("cairn_jobs_done_total", each.kind, "", each.done);
    append_figure_head(out, "cairn_jobs_failed_total", "counter", "Attempts of this process that have failed.");
    for (const auto& each : figures) line("cairn_jobs_failed_total", each.kind, "", each.failed);
    append_figure_head(out, "cairn_jobs_seconds_total", "counter", "Time that jobs have taken this process.");
    for (const auto& each : figures)
        line("cairn_jobs_seconds_total", each.kind, "", std::chrono::duration<double>(each.time).count());
    return out;
}

} // namespace cairn::app
