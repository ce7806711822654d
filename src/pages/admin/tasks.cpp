// The tasks of upkeep: when they run, how the last runs went, and a button that has one run now.
#include <algorithm>

#include "accounts/guards.hpp"
#include "cron/scheduler.hpp"
#include "cron/task_table.hpp"
#include "pages/admin/shown_task.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using enum Method;
using words::Phrase;

namespace {

const Notice task_begun{"task-begun", Phrase("The task runs.")};

struct AdminTasksView {
    Navigation navigation;
    std::vector<AdminTask> tasks{};
    bool running = false; // one of them
};
BOOST_DESCRIBE_STRUCT(AdminTasksView, (), (navigation, tasks, running))

struct AdminTaskPath {
    std::string task;
};
BOOST_DESCRIBE_STRUCT(AdminTaskPath, (), (task))
constexpr auto notes(const AdminTaskPath*) { return std::array{Note{"task", "the name of the task"}}; }

struct TaskRunsQuery : Paging { };
BOOST_DESCRIBE_STRUCT(TaskRunsQuery, (Paging), ())

struct AdminTaskRun {
    Time ended{};
    std::string took;
    std::string error;
};
BOOST_DESCRIBE_STRUCT(AdminTaskRun, (), (ended, took, error))

struct AdminTaskView {
    Navigation navigation;
    AdminTask task;
    std::int64_t kept = cron::most_task_runs;
    std::vector<AdminTaskRun> runs{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(AdminTaskView, (), (navigation, task, kept, runs, pager))

Result<AdminTasksView> show(Call& call)
{
    AdminTasksView view{.navigation = administration_navigation(call), .tasks = admin_tasks(call)};
    for (const auto& task : view.tasks) view.running |= task.running;
    return view;
}

Result<AdminTaskView> show_one(Call& call, Path<AdminTaskPath> path, Query<TaskRunsQuery> query)
{
    auto tasks = admin_tasks(call);
    const auto task = std::ranges::find(tasks, path->task, &AdminTask::name);
    if (task == tasks.end()) return not_found("the task");
    const auto found = cron::runs_of_task(call.db(), task->name, query.value);
    AdminTaskView view{.navigation = administration_navigation(call),
                       .task = std::move(*task),
                       .pager = pager(call, query.value, found.total)};
    for (const auto& one : found.items)
        view.runs.push_back({one.ended_at, took_in_words(language_of(call), one.took_ms), one.error});
    return view;
}

Result<Done> run(Call& call, Path<AdminTaskPath> path)
{
    if (!call.site.get<cron::Scheduler>().run(path->task)) return not_found("the task");
    return done("/-/admin/monitor/cron", task_begun);
}

// clang-format off
constexpr Operation task_operations[] = {
    {GET,  "/-/admin/monitor/cron",            scope::none, administers_site, shows<show, "admin/tasks", "adminCronList">, 200, "siteAdminTasks",   "Show the tasks of upkeep"},
    {GET,  "/-/admin/monitor/cron/{task}",     scope::none, administers_site, shows<show_one, "admin/task", "adminCronList adminCronRun">, 200, "siteAdminTask", "Show how a task of upkeep went"},
    {POST, "/-/admin/monitor/cron/{task}/run", scope::none, administers_site, does<run>,                                   303, "siteAdminRunTask", "Run a task of upkeep"},
};
// clang-format on
static_assert(well_formed(task_operations));

} // namespace

const Table admin_tasks_table{"site", task_operations, Door::site, refuse_page};

} // namespace cairn::pages
