// The first page of the administration: how the site is, what needs a look, and what was done last; and beside it the
// site in numbers.
#include <algorithm>

#include "accounts/audit/audit_entries.hpp"
#include "accounts/guards.hpp"
#include "admin/site_figures.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "db/last_backup.hpp"
#include "jobs/job_table.hpp"
#include "pages/admin/attention.hpp"
#include "pages/admin/audit_words.hpp"
#include "pages/admin/shown_task.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using enum Method;
using words::Phrase;

namespace {

constexpr std::size_t shown_tasks = 5;
constexpr std::int64_t shown_events = 5;

struct AdminAmount {
    std::string words;
    std::int64_t bytes = 0;
    std::int64_t percent = 0; // of the disk
};
BOOST_DESCRIBE_STRUCT(AdminAmount, (), (words, bytes, percent))

struct OverviewEvent {
    std::string what;
    std::string actor;
    std::string account;
    std::string address;
    Time created_at;
    bool bad = false;
};
BOOST_DESCRIBE_STRUCT(OverviewEvent, (), (what, actor, account, address, created_at, bad))

struct OverviewView {
    Navigation navigation;
    bool healthy = true;
    std::string version;
    std::string database;
    std::vector<AdminMatter> matters{};
    admin::SiteFigures figures{};
    admin::Machine machine{};
    admin::StoredBytes bytes{};
    std::vector<AdminAmount> amounts{};
    std::vector<jobs::Backlog> backlogs{};
    std::vector<AdminTask> tasks{};
    std::int64_t all_tasks = 0;
    std::vector<OverviewEvent> events{};
    Time backed_up_at{}; // no time: it was never
    std::string backup{};
    bool workflows = false; // the site has them
};
BOOST_DESCRIBE_STRUCT(OverviewView, (),
                      (navigation, healthy, version, database, matters, figures, machine, bytes, amounts, backlogs,
                       tasks, all_tasks, events, backed_up_at, backup, workflows))

struct AdminNumber {
    std::string words;
    std::int64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(AdminNumber, (), (words, number))

struct NumbersView {
    Navigation navigation;
    std::vector<AdminNumber> numbers{};
};
BOOST_DESCRIBE_STRUCT(NumbersView, (), (navigation, numbers))

struct NoticesView {
    Navigation navigation;
    std::vector<AdminMatter> matters{};
};
BOOST_DESCRIBE_STRUCT(NoticesView, (), (navigation, matters))

std::vector<AdminAmount> amounts_of(const words::Language& in, const admin::StoredBytes& bytes)
{
    std::vector<AdminAmount> amounts{
        {in.say(Phrase("Repositories")), bytes.repositories}, {in.say(Phrase("Large files")), bytes.large_files},
        {in.say(Phrase("Packages")), bytes.packages},         {in.say(Phrase("Attachments")), bytes.attachments},
        {in.say(Phrase("Artifacts")), bytes.artifacts},       {in.say(Phrase("Database")), bytes.database}};
    for (auto& amount : amounts)
        if (bytes.disk_size > 0)
            amount.percent = std::clamp<std::int64_t>(amount.bytes / std::max<std::int64_t>(1, bytes.disk_size / 100),
                                                      amount.bytes > 0 ? 1 : 0, 100);
    return amounts;
}

// Those that ran last, and first those that run.
std::vector<AdminTask> latest(std::vector<AdminTask> tasks)
{
    std::ranges::stable_sort(tasks, [](const AdminTask& one, const AdminTask& other) {
        return std::pair(one.running, one.began) > std::pair(other.running, other.began);
    });
    if (tasks.size() > shown_tasks) tasks.resize(shown_tasks);
    return tasks;
}

std::vector<OverviewEvent> latest_events(const Call& call)
{
    accounts::ListAudit wanted;
    wanted.limit = shown_events;
    std::vector<OverviewEvent> events;
    for (auto& entry : accounts::list_audit(call.site, wanted).items)
        events.push_back({.what = audit_in_words(language_of(call), entry.kind),
                          .actor = std::move(entry.actor),
                          .account = std::move(entry.account),
                          .address = std::move(entry.address),
                          .created_at = entry.created_at,
                          .bad = entry.kind == "sign_in_failed" || entry.kind == "sign_in_throttled"
                              || entry.kind == "second_step_failed"});
    return events;
}

Result<OverviewView> show(Call& call)
{
    auto tasks = admin_tasks(call);
    const auto count = static_cast<std::int64_t>(tasks.size());
    const auto bytes = admin::stored_bytes(call.site);
    const bool postgres = call.settings().database.db_type == config::DatabaseType::postgres;
    OverviewView view{.navigation = administration_navigation(call),
                      .version = CAIRN_VERSION,
                      .database = postgres ? "PostgreSQL" : "SQLite",
                      .matters = matters_to_look_at(call),
                      .figures = admin::site_figures(call.site),
                      .machine = admin::machine(),
                      .bytes = bytes,
                      .amounts = amounts_of(language_of(call), bytes),
                      .backlogs = jobs::backlogs(call.db()),
                      .tasks = latest(std::move(tasks)),
                      .all_tasks = count,
                      .events = latest_events(call),
                      .workflows = call.settings().actions.enabled};
    if (auto last = db::last_backup(call.db())) {
        view.backed_up_at = last->made_at;
        view.backup = std::move(last->name);
    }
    view.healthy = std::ranges::none_of(view.matters, &AdminMatter::bad);
    return view;
}

Result<NumbersView> show_numbers(Call& call)
{
    const auto& in = language_of(call);
    const auto figures = admin::site_figures(call.site);
    NumbersView view{.navigation = administration_navigation(call)};
    const auto add = [&](Phrase words, std::int64_t number) { view.numbers.push_back({in.say(words), number}); };
    add(Phrase("People"), figures.people);
    add(Phrase("Administrators"), figures.administrators);
    add(Phrase("People who are not active"), figures.waiting);
    add(Phrase("Organizations"), figures.organizations);
    add(Phrase("Teams"), figures.teams);
    add(Phrase("Repositories"), figures.repositories);
    add(Phrase("Forks"), figures.forks);
    add(Phrase("Mirrors"), figures.mirrors);
    add(Phrase("Issues"), figures.issues);
    add(Phrase("Pull requests"), figures.pulls);
    add(Phrase("Comments"), figures.comments);
    add(Phrase("Releases"), figures.releases);
    add(Phrase("Attachments"), figures.attachments);
    add(Phrase("Versions of packages"), figures.packages);
    add(Phrase("Webhooks"), figures.webhooks);
    add(Phrase("Runs of workflows"), figures.runs);
    add(Phrase("SSH keys"), figures.keys);
    add(Phrase("Access tokens"), figures.tokens);
    return view;
}

Result<NoticesView> show_notices(Call& call)
{
    return NoticesView{.navigation = administration_navigation(call), .matters = matters_to_look_at(call)};
}

// clang-format off
constexpr Operation overview_operations[] = {
    {GET, "/-/admin",               scope::none, administers_site, shows<show, "admin/overview", "adminCronList adminListJobs adminListAudit">, 200, "siteAdmin",        "Show how the site is"},
    {GET, "/-/admin/monitor/stats", scope::none, administers_site, shows<show_numbers, "admin/numbers">,                                        200, "siteAdminNumbers", "Show the site in numbers"},
    {GET, "/-/admin/notices",       scope::none, administers_site, shows<show_notices, "admin/notices", "adminListJobs">,                       200, "siteAdminNotices", "Show what needs a look"},
};
// clang-format on
static_assert(well_formed(overview_operations));

} // namespace

const Table admin_overview_table{"site", overview_operations, Door::site, refuse_page};

} // namespace cairn::pages
