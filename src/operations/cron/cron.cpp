// What administrators see of cron tasks, and how they have one run now.
#include "accounts/guards.hpp"
#include "cron/scheduler.hpp"
#include "cron/tables.hpp"

namespace cairn::cron {

using namespace api;
using accounts::administers_site;
using enum Method;

namespace {

struct Cron {
    std::string name;
    std::string schedule;
    Time next;
    Time prev;
    std::int64_t exec_times = 0;
};
BOOST_DESCRIBE_STRUCT(Cron, (), (name, schedule, next, prev, exec_times))
constexpr auto notes(const Cron*)
{
    return std::array{
        Note{"", "A task of upkeep"},
        Note{"schedule", "when it runs by itself, as app.ini has it; - if it does not"},
        Note{"exec_times", "how often it was run"},
    };
}

struct TaskPath {
    std::string task;
};
BOOST_DESCRIBE_STRUCT(TaskPath, (), (task))
constexpr auto notes(const TaskPath*) { return std::array{Note{"task", "the name of the task"}}; }

struct ListTasks : Paging { };
BOOST_DESCRIBE_STRUCT(ListTasks, (Paging), ())

Result<Unlinked<Cron>> list(Call& call, Query<ListTasks> query)
{
    const auto all = call.site.get<cron::Scheduler>().list();
    Unlinked<Cron> shown{.page = {.items = {}, .total = static_cast<std::int64_t>(all.size())}};
    for (auto i = query->offset(); i < shown.page.total && i < query->offset() + query->limit; ++i) {
        const TaskStatus& task = all[static_cast<std::size_t>(i)];
        shown.page.items.push_back({.name = std::string(task.name),
                                    .schedule = task.schedule,
                                    .next = task.next,
                                    .prev = task.prev,
                                    .exec_times = task.exec_times});
    }
    return shown;
}

Result<> run(Call& call, Path<TaskPath> path)
{
    if (!call.site.get<cron::Scheduler>().run(path->task)) return not_found("the task");
    return {};
}

// clang-format off
constexpr Operation cron_operations[] = {
    {GET,  "/admin/cron",        scope::admin, administers_site, handle<list>, 200, "adminCronList", "List the tasks of upkeep", {}, "CronList"},
    {POST, "/admin/cron/{task}", scope::admin, administers_site, handle<run>,  204, "adminCronRun",  "Run a task of upkeep", {404}},
};
// clang-format on
static_assert(well_formed(cron_operations));

} // namespace

const Table cron_table{"admin", cron_operations};

} // namespace cairn::cron
