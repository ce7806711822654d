// Runners of repositories, organizations, people and the site: what there is, whether it works, switching one off,
// deleting one, and what it takes to register another.
#include "accounts/sign_in/in_person.hpp"
#include "db/database.hpp"
#include "pages/actions/action_home.hpp"
#include "pages/actions/tables.hpp"
#include "pages/actions/waiting_jobs.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "runners/registration.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using runners::Runner;
using words::Phrase;

namespace {

const Notice runner_disabled{"runner-disabled", Phrase("The runner gets no more jobs. What it is at work on goes on.")};
const Notice runner_enabled{"runner-enabled", Phrase("The runner gets jobs again.")};
const Notice runner_deleted{"runner-deleted", Phrase("The runner is deleted.")};

struct RunnerList : Paging { };
BOOST_DESCRIBE_STRUCT(RunnerList, (Paging), ())

struct RunnerPagePath {
    std::int64_t runner_id = 0;
};
BOOST_DESCRIBE_STRUCT(RunnerPagePath, (), (runner_id))
constexpr auto notes(const RunnerPagePath*) { return std::array{Note{"runner_id", "the id of the runner"}}; }

struct ShownRunner {
    std::int64_t id = 0;
    std::string name;
    std::string state{}; // busy, online, offline
    bool disabled = false;
    bool ephemeral = false;
    std::string version{};
    std::string holder{}; // whose it is, where all are listed; empty: the site's
    std::vector<std::string> labels{};
    Time seen_at{};
};
BOOST_DESCRIBE_STRUCT(ShownRunner, (), (id, name, state, disabled, ephemeral, version, holder, labels, seen_at))

struct RunnersView {
    PageHead head{};
    ActionPlace home;
    std::vector<ShownRunner> runners{};
    Pager pager{};
    WaitingJobs waiting{}; // of all of them, for the site's
};
BOOST_DESCRIBE_STRUCT(RunnersView, (), (head, home, runners, pager, waiting))

struct RunnerView {
    PageHead head{};
    ActionPlace home;
    ShownRunner runner;
};
BOOST_DESCRIBE_STRUCT(RunnerView, (), (head, home, runner))

struct RunnerTokenView {
    ActionPlace home;
    std::string token;
};
BOOST_DESCRIBE_STRUCT(RunnerTokenView, (), (home, token))

const PageOf<RunnerTokenView> token_page{"actions/runner_token"};

ShownRunner show_runner(const Runner& runner, Time now)
{
    ShownRunner shown{.id = runner.id,
                      .name = runner.name,
                      .state = !runner.is_online(now) ? "offline"
                          : runner.is_busy(now)       ? "busy"
                                                      : "online",
                      .disabled = runner.disabled,
                      .ephemeral = runner.ephemeral,
                      .version = runner.version,
                      .seen_at = runner.seen_at};
    for (const auto label : runner.label_names()) shown.labels.emplace_back(label);
    return shown;
}

Result<RunnersView> show(Call& call, const ActionHome& home, Query<RunnerList> query)
{
    runners::ListRunners wanted;
    static_cast<Paging&>(wanted) = query.value;
    const auto found = runners::runners_of(call, home.owner, wanted);
    RunnersView view{.home = TRY(action_place(call, home)), .pager = pager(call, query.value, found.total)};
    for (const auto now = Time::now(); const auto& runner : found.items)
        view.runners.push_back(show_runner(runner, now));
    if (!home.owner.is_site()) return view;
    view.waiting = waiting_jobs(call);
    auto holders = runners::holders_of(call.db(), found.items);
    for (std::size_t i = 0; i < holders.size(); ++i) view.runners[i].holder = std::move(holders[i]);
    return view;
}

// The token is told again to whoever may have it, but only when they ask, and never kept by anybody on the way.
Result<Raw> show_token(Call& call, const ActionHome& home)
{
    auto raw = token_page.show(call,
                               {.home = TRY(action_place(call, home)),
                                .token = runners::registration_token(call.db(), call.settings(), home.owner)});
    raw.status = 200;
    raw.headers.emplace_back("Cache-Control", "no-store");
    return raw;
}

Result<RunnerView> show_one(Call& call, const ActionHome& home, Path<RunnerPagePath> path)
{
    const auto runner = TRY(runners::find_runner(call, home.owner, path->runner_id));
    return RunnerView{.home = TRY(action_place(call, home)), .runner = show_runner(runner, Time::now())};
}

Result<Done> disable(Call& call, const ActionHome& home, Path<RunnerPagePath> path)
{
    TRY(runners::edit_runner(call, home.owner, path->runner_id, {.disabled = true}));
    return done(home.base() + "/runners", runner_disabled);
}

Result<Done> enable(Call& call, const ActionHome& home, Path<RunnerPagePath> path)
{
    TRY(runners::edit_runner(call, home.owner, path->runner_id, {.disabled = false}));
    return done(home.base() + "/runners", runner_enabled);
}

Result<Done> remove(Call& call, const ActionHome& home, Path<RunnerPagePath> path)
{
    TRY(runners::delete_runner(call, home.owner, path->runner_id));
    return done(home.base() + "/runners", runner_deleted);
}

constexpr auto& repository_list = shows<show, "actions/runners", "getRepoRunners repoCreateRunnerRegistrationToken">;
constexpr auto& repository_delete =
    shows<show_one, "actions/delete_runner", "getRepoRunner updateRepoRunner deleteRepoRunner">;
constexpr auto& organization_list = shows<show, "actions/runners", "getOrgRunners orgCreateRunnerRegistrationToken">;
constexpr auto& organization_delete =
    shows<show_one, "actions/delete_runner", "getOrgRunner updateOrgRunner deleteOrgRunner">;
constexpr auto& own_list = shows<show, "actions/runners", "getUserRunners userCreateRunnerRegistrationToken">;
constexpr auto& own_delete =
    shows<show_one, "actions/delete_runner", "getUserRunner updateUserRunner deleteUserRunner">;
constexpr auto& site_list =
    shows<show, "actions/runners", "getAdminRunners listAdminWorkflowJobs adminCreateRunnerRegistrationToken">;
constexpr auto& site_delete =
    shows<show_one, "actions/delete_runner", "getAdminRunner updateAdminRunner deleteAdminRunner">;

using accounts::in_person;

// clang-format off
constexpr Operation runner_operations[] = {
    {GET,  "/{owner}/{repo}/settings/actions/runners",                     scope::none, repository_home,              repository_list,     200, "siteRepositoryRunners",          "Show the runners of a repository"},
    {POST, "/{owner}/{repo}/settings/actions/runners/token",               scope::none, in_person<repository_home>,   does<show_token>,    200, "siteRepositoryRunnerToken",      "Show what runners of a repository register with"},
    {POST, "/{owner}/{repo}/settings/actions/runners/{runner_id}/disable", scope::none, repository_home,              does<disable>,       303, "siteDisableRepositoryRunner",    "Switch a repository's runner off"},
    {POST, "/{owner}/{repo}/settings/actions/runners/{runner_id}/enable",  scope::none, repository_home,              does<enable>,        303, "siteEnableRepositoryRunner",     "Switch a repository's runner on"},
    {GET,  "/{owner}/{repo}/settings/actions/runners/{runner_id}/delete",  scope::none, repository_home,              repository_delete,   200, "siteDeleteRepositoryRunner",     "Ask whether to delete a repository's runner"},
    {POST, "/{owner}/{repo}/settings/actions/runners/{runner_id}/delete",  scope::none, repository_home,              does<remove>,        303, "siteRepositoryRunnerDeleted",    "Delete a repository's runner"},
    {GET,  "/org/{org}/settings/actions/runners",                          scope::none, organization_home,            organization_list,   200, "siteOrganizationRunners",        "Show the runners of an organization"},
    {POST, "/org/{org}/settings/actions/runners/token",                    scope::none, in_person<organization_home>, does<show_token>,    200, "siteOrganizationRunnerToken",    "Show what runners of an organization register with"},
    {POST, "/org/{org}/settings/actions/runners/{runner_id}/disable",      scope::none, organization_home,            does<disable>,       303, "siteDisableOrganizationRunner",  "Switch an organization's runner off"},
    {POST, "/org/{org}/settings/actions/runners/{runner_id}/enable",       scope::none, organization_home,            does<enable>,        303, "siteEnableOrganizationRunner",   "Switch an organization's runner on"},
    {GET,  "/org/{org}/settings/actions/runners/{runner_id}/delete",       scope::none, organization_home,            organization_delete, 200, "siteDeleteOrganizationRunner",   "Ask whether to delete an organization's runner"},
    {POST, "/org/{org}/settings/actions/runners/{runner_id}/delete",       scope::none, organization_home,            does<remove>,        303, "siteOrganizationRunnerDeleted",  "Delete an organization's runner"},
    {GET,  "/user/settings/actions/runners",                               scope::none, own_home,                     own_list,            200, "siteOwnRunners",                 "Show the own runners"},
    {POST, "/user/settings/actions/runners/token",                         scope::none, in_person<own_home>,          does<show_token>,    200, "siteOwnRunnerToken",             "Show what own runners register with"},
    {POST, "/user/settings/actions/runners/{runner_id}/disable",           scope::none, own_home,                     does<disable>,       303, "siteDisableOwnRunner",           "Switch an own runner off"},
    {POST, "/user/settings/actions/runners/{runner_id}/enable",            scope::none, own_home,                     does<enable>,        303, "siteEnableOwnRunner",            "Switch an own runner on"},
    {GET,  "/user/settings/actions/runners/{runner_id}/delete",            scope::none, own_home,                     own_delete,          200, "siteDeleteOwnRunner",            "Ask whether to delete an own runner"},
    {POST, "/user/settings/actions/runners/{runner_id}/delete",            scope::none, own_home,                     does<remove>,        303, "siteOwnRunnerDeleted",           "Delete an own runner"},
    {GET,  "/-/admin/actions/runners",                                     scope::none, site_home,                    site_list,           200, "siteAllRunners",                 "Show all runners"},
    {POST, "/-/admin/actions/runners/token",                               scope::none, site_home,                    does<show_token>,    200, "siteSiteRunnerToken",            "Show what runners of the site register with"},
    {POST, "/-/admin/actions/runners/{runner_id}/disable",                 scope::none, site_home,                    does<disable>,       303, "siteDisableAnyRunner",           "Switch any runner off"},
    {POST, "/-/admin/actions/runners/{runner_id}/enable",                  scope::none, site_home,                    does<enable>,        303, "siteEnableAnyRunner",            "Switch any runner on"},
    {GET,  "/-/admin/actions/runners/{runner_id}/delete",                  scope::none, site_home,                    site_delete,         200, "siteDeleteAnyRunner",            "Ask whether to delete any runner"},
    {POST, "/-/admin/actions/runners/{runner_id}/delete",                  scope::none, site_home,                    does<remove>,        303, "siteAnyRunnerDeleted",           "Delete any runner"},
};
// clang-format on
static_assert(well_formed(runner_operations));

} // namespace

const Table runner_pages_table{"site", runner_operations, Door::site, refuse_page};

} // namespace cairn::pages
