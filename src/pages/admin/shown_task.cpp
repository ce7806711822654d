#include "pages/admin/shown_task.hpp"

#include "cron/scheduler.hpp"
#include "pages/admin/task_words.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

Time shown(Time time) { return time == Time::never() ? Time{} : time; }

} // namespace

std::string took_in_words(const words::Language& in, std::int64_t milliseconds)
{
    if (milliseconds < 10'000) return in.say(Phrase("{count} ms", "{count} ms"), milliseconds);
    return in.say(Phrase("{count} s", "{count} s"), milliseconds / 1000);
}

std::vector<AdminTask> admin_tasks(const api::Call& call)
{
    const auto& in = language_of(call);
    std::vector<AdminTask> tasks;
    for (const auto& task : call.site.get<cron::Scheduler>().list())
        tasks.push_back({.name = std::string(task.name),
                         .title = task_title(in, task.name),
                         .schedule = task.schedule == "-" ? "" : task.schedule,
                         .running = task.running,
                         .next = shown(task.next),
                         .began = shown(task.prev),
                         .ended = shown(task.ended),
                         .took = took_in_words(in, task.took_ms),
                         .error = task.last_error});
    return tasks;
}

} // namespace cairn::pages
