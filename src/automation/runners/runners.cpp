// Runners as their holders see them: what there is, whether it works, and the token to register more. A runner is seen
// and changed by its own holder alone; the site sees all.
#include "base/text.hpp"
#include "runners/registration.hpp"
#include "runners/tables.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

struct ActionRunnerLabel {
    std::int64_t id = 0;
    std::string name;
    std::string type = "custom";
};
BOOST_DESCRIBE_STRUCT(ActionRunnerLabel, (), (id, name, type))
constexpr auto notes(const ActionRunnerLabel*)
{
    return std::array{Note{"", "What a runner is chosen by"}, Note{"id", "its place among the labels of the runner"},
                      Note{"name", "as jobs name it in runs-on"}, Note{"type", "always custom"}};
}

struct ActionRunner {
    std::int64_t id = 0;
    std::string name;
    std::string status;
    bool busy = false;
    bool disabled = false;
    bool ephemeral = false;
    std::vector<ActionRunnerLabel> labels;
};
BOOST_DESCRIBE_STRUCT(ActionRunner, (), (id, name, status, busy, disabled, ephemeral, labels))
constexpr auto notes(const ActionRunner*)
{
    return std::array{Note{"", "A runner"},
                      Note{"status", "online if it was heard of in the last minute, otherwise offline"},
                      Note{"busy", "whether it is at work on a task"},
                      Note{"disabled", "whether it gets no tasks"},
                      Note{"ephemeral", "whether it is gone after one task"},
                      Note{"labels", "a job is given to a runner that has all labels of its runs-on"}};
}

struct ActionRunnersResponse {
    std::vector<ActionRunner> runners;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionRunnersResponse, (), (runners, total_count))
constexpr auto notes(const ActionRunnersResponse*)
{
    return std::array{Note{"", "A page of runners"}, Note{"total_count", "how many there are in all"}};
}

struct RegistrationToken {
    std::string token;
};
BOOST_DESCRIBE_STRUCT(RegistrationToken, (), (token))
constexpr auto notes(const RegistrationToken*)
{
    return std::array{Note{"", "What runners register with"}, Note{"token", "the same until it is reset"}};
}

struct RunnerPath {
    std::string runner_id;
};
BOOST_DESCRIBE_STRUCT(RunnerPath, (), (runner_id))
constexpr auto notes(const RunnerPath*) { return std::array{Note{"runner_id", "the id of the runner"}}; }

ActionRunner show(const Runner& runner, Time now)
{
    ActionRunner shown{.id = runner.id,
                       .name = runner.name,
                       .status = runner.is_online(now) ? "online" : "offline",
                       .busy = runner.is_busy(now),
                       .disabled = runner.disabled,
                       .ephemeral = runner.ephemeral,
                       .labels = {}};
    for (const auto name : runner.label_names())
        shown.labels.push_back({.id = static_cast<std::int64_t>(shown.labels.size()), .name = std::string(name)});
    return shown;
}

Result<std::int64_t> id_of(const RunnerPath& path)
{
    const auto id = text::parse_integer(path.runner_id, 1);
    if (!id) return not_found("the runner");
    return *id;
}

Result<ActionRunnersResponse> list(Call& call, const Owner& owner, Query<ListRunners> query)
{
    const auto found = runners_of(call, owner, query.value);
    ActionRunnersResponse answer{.runners = {}, .total_count = found.total};
    for (const auto now = Time::now(); const Runner& runner : found.items) answer.runners.push_back(show(runner, now));
    return answer;
}

Result<ActionRunner> get(Call& call, const Owner& owner, Path<RunnerPath> path)
{
    return show(TRY(find_runner(call, owner, TRY(id_of(path.value)))), Time::now());
}

Result<ActionRunner> edit(Call& call, const Owner& owner, Path<RunnerPath> path, Body<EditActionRunnerOption> body)
{
    return show(TRY(edit_runner(call, owner, TRY(id_of(path.value)), body.value)), Time::now());
}

Result<> remove(Call& call, const Owner& owner, Path<RunnerPath> path)
{
    return delete_runner(call, owner, TRY(id_of(path.value)));
}

Result<RegistrationToken> token(Call& call, const Owner& owner)
{
    return RegistrationToken{registration_token(call.db(), call.settings(), owner)};
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/actions/runners",                    scope::repository,   owns_repository,   handle<list>,   200, "getRepoRunners",                     "List the runners of a repository", {400}, "RunnerList"},
    {POST,   "/repos/{owner}/{repo}/actions/runners/registration-token", scope::repository,   owns_repository,   handle<token>,  200, "repoCreateRunnerRegistrationToken",  "Get the token that runners of a repository register with"},
    {GET,    "/repos/{owner}/{repo}/actions/runners/{runner_id}",        scope::repository,   owns_repository,   handle<get>,    200, "getRepoRunner",                      "Get a runner of a repository", {400}, "Runner"},
    {PATCH,  "/repos/{owner}/{repo}/actions/runners/{runner_id}",        scope::repository,   owns_repository,   handle<edit>,   200, "updateRepoRunner",                   "Switch a runner of a repository on or off", {400, 422}, "Runner"},
    {DELETE, "/repos/{owner}/{repo}/actions/runners/{runner_id}",        scope::repository,   owns_repository,   handle<remove>, 204, "deleteRepoRunner",                   "Delete a runner of a repository", {400}},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/actions/runners",                              scope::organization, owns_organization, handle<list>,   200, "getOrgRunners",                      "List the runners of an organization", {400}, "RunnerList"},
    {POST,   "/orgs/{org}/actions/runners/registration-token",           scope::organization, owns_organization, handle<token>,  200, "orgCreateRunnerRegistrationToken",   "Get the token that runners of an organization register with"},
    {GET,    "/orgs/{org}/actions/runners/{runner_id}",                  scope::organization, owns_organization, handle<get>,    200, "getOrgRunner",                       "Get a runner of an organization", {400}, "Runner"},
    {PATCH,  "/orgs/{org}/actions/runners/{runner_id}",                  scope::organization, owns_organization, handle<edit>,   200, "updateOrgRunner",                    "Switch a runner of an organization on or off", {400, 422}, "Runner"},
    {DELETE, "/orgs/{org}/actions/runners/{runner_id}",                  scope::organization, owns_organization, handle<remove>, 204, "deleteOrgRunner",                    "Delete a runner of an organization", {400}},
};
constexpr Operation of_oneself[] = {
    {GET,    "/user/actions/runners",                                    own_things,          oneself,           handle<list>,   200, "getUserRunners",                     "List your runners", {400, 404}, "RunnerList"},
    {POST,   "/user/actions/runners/registration-token",                 own_things,          oneself,           handle<token>,  200, "userCreateRunnerRegistrationToken",  "Get the token that your runners register with"},
    {GET,    "/user/actions/runners/{runner_id}",                        own_things,          oneself,           handle<get>,    200, "getUserRunner",                      "Get a runner of your own", {400, 404}, "Runner"},
    {PATCH,  "/user/actions/runners/{runner_id}",                        own_things,          oneself,           handle<edit>,   200, "updateUserRunner",                   "Switch a runner of your own on or off", {400, 404, 422}, "Runner"},
    {DELETE, "/user/actions/runners/{runner_id}",                        own_things,          oneself,           handle<remove>, 204, "deleteUserRunner",                   "Delete a runner of your own", {400, 404}},
};
constexpr Operation of_the_site[] = {
    {GET,    "/admin/actions/runners",                                   scope::admin,        administers_site,  handle<list>,   200, "getAdminRunners",                    "List all runners", {400, 404}, "RunnerList"},
    {POST,   "/admin/actions/runners/registration-token",                scope::admin,        administers_site,  handle<token>,  200, "adminCreateRunnerRegistrationToken", "Get the token that runners for the whole site register with"},
    {GET,    "/admin/actions/runners/{runner_id}",                       scope::admin,        administers_site,  handle<get>,    200, "getAdminRunner",                     "Get any runner", {400, 404}, "Runner"},
    {PATCH,  "/admin/actions/runners/{runner_id}",                       scope::admin,        administers_site,  handle<edit>,   200, "updateAdminRunner",                  "Switch any runner on or off", {400, 404, 422}, "Runner"},
    {DELETE, "/admin/actions/runners/{runner_id}",                       scope::admin,        administers_site,  handle<remove>, 204, "deleteAdminRunner",                  "Delete any runner", {400, 404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_oneself));
static_assert(well_formed(of_the_site));

} // namespace

const Table repository_runner_table{"repository", of_repositories};
const Table organization_runner_table{"organization", of_organizations};
const Table own_runner_table{"user", of_oneself};
const Table site_runner_table{"admin", of_the_site};

} // namespace cairn::runners
