// The runner protocol, as far as it is about tasks.
#include "actions/tables.hpp"
#include "actions/tasks.hpp"
#include "api/call.hpp"
#include "runners/connect.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;
using runners::Runner;
using runners::unary;

namespace {

// Looking is cheap, so that it need not be known whether there is anything new.
Result<runners::FetchTaskResponse> fetch(Call& call, const Runner& runner, const runners::FetchTaskRequest& request)
{
    return runners::FetchTaskResponse{.task = take_task(call.site, runner), .tasks_version = request.tasks_version};
}

Result<runners::UpdateTaskResponse> update(Call& call, const Runner& runner, const runners::UpdateTaskRequest& request)
{
    return update_task(call.site, runner, request);
}

Result<runners::UpdateLogResponse> append(Call& call, const Runner& runner, const runners::UpdateLogRequest& request)
{
    return append_log(call.site, runner, request);
}

// clang-format off
constexpr Operation service_operations[] = {
    {POST, "/api/actions/runner.v1.RunnerService/FetchTask",  scope::none, runners::identified_runner, handle<unary<fetch>>,  200, "runnerFetchTask",  "Get something to do"},
    {POST, "/api/actions/runner.v1.RunnerService/UpdateTask", scope::none, runners::identified_runner, handle<unary<update>>, 200, "runnerUpdateTask", "Tell how far a task is"},
    {POST, "/api/actions/runner.v1.RunnerService/UpdateLog",  scope::none, runners::identified_runner, handle<unary<append>>, 200, "runnerUpdateLog",  "Add to the log of a task"},
};
// clang-format on
static_assert(well_formed(service_operations));

} // namespace

const Table service_table{"runners", service_operations, Door::site, &runners::refuse_call, Listens{true, false, true}};

} // namespace cairn::actions
