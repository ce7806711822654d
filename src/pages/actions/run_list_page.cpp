// The runs of a repository: all of them or those of a workflow, by branch, event, person and state.
#include "accounts/shown_accounts.hpp"
#include "actions/run_list.hpp"
#include "actions/workflow_list.hpp"
#include "db/database.hpp"
#include "git/references/ref_name.hpp"
#include "http/url.hpp"
#include "pages/actions/run_state.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/template/address.hpp"

namespace cairn::pages {

using namespace api;
using actions::ListedRuns;
using actions::ListedWorkflow;
using actions::StoredRun;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

struct RunRow {
    std::string address;
    std::string title;
    std::string state{};
    bool unapproved = false;
    std::string workflow{};
    std::int64_t number = 0;
    std::string event{};
    std::string branch{};
    std::string tag{};
    std::string commit{};
    std::string actor{};
    Time created_at{};
    std::string took{};
};
BOOST_DESCRIBE_STRUCT(RunRow, (),
                      (address, title, state, unapproved, workflow, number, event, branch, tag, commit, actor,
                       created_at, took))

// An entry of the list beside the page, of the line of states, or of a menu.
struct RunChoice {
    std::string words;
    std::string address{};
    bool current = false;
    std::int64_t count = 0;
    bool disabled = false;
    bool broken = false;
};
BOOST_DESCRIBE_STRUCT(RunChoice, (), (words, address, current, count, disabled, broken))

struct RunMenu {
    std::string title;
    std::vector<RunChoice> choices{};
};
BOOST_DESCRIBE_STRUCT(RunMenu, (), (title, choices))

// The workflow whose runs are listed.
struct ChosenWorkflow {
    std::string file;
    std::string name{};
    std::string source{}; // the page of its file
    std::string problem{};
    bool known = false; // the default branch has it
    bool disabled = false;
    bool may_run = false;
    bool may_switch = false;
    std::string badge{};      // an address
    std::string badge_text{}; // for a README
};
BOOST_DESCRIBE_STRUCT(ChosenWorkflow, (),
                      (file, name, source, problem, known, disabled, may_run, may_switch, badge, badge_text))

struct RunsView {
    PageHead head{};
    RepositoryPlace place;
    std::string base{};
    std::vector<RunChoice> workflows{};
    std::optional<ChosenWorkflow> workflow{};
    std::vector<RunChoice> states{};
    std::vector<RunMenu> menus{};
    std::vector<RunChoice> filters{}; // those that are set, each with the list without it
    std::vector<RunRow> runs{};
    Pager pager{};
    bool may_write_code = false;
    std::string default_branch{};
};
BOOST_DESCRIBE_STRUCT(RunsView, (),
                      (head, place, base, workflows, workflow, states, menus, filters, runs, pager, may_write_code,
                       default_branch))

std::string address_of_list(const std::string& base, const ListedRuns& wanted)
{
    std::string out;
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) out += (out.empty() ? "?" : "&") + std::string(name) + "=" + http::encode_query(value);
    };
    add("workflow", wanted.workflow);
    add("branch", wanted.branch);
    add("event", wanted.event);
    add("actor", wanted.actor);
    add("head_sha", wanted.head_sha);
    add("status", wanted.status);
    return base + out;
}

// The lists that differ from the wanted one in one thing.
class OtherLists {
public:
    OtherLists(std::string base, const ListedRuns& wanted) : base_(std::move(base)), wanted_(wanted) { }

    // Chosen once more, it goes.
    RunChoice choice(std::string words, std::string ListedRuns::* member, const std::string& value) const
    {
        auto other = wanted_;
        const bool current = wanted_.*member == value;
        other.*member = current ? std::string() : value;
        return {.words = std::move(words), .address = address_of_list(base_, other), .current = current};
    }
    RunChoice state(std::string words, const std::string& value, std::int64_t count) const
    {
        auto other = wanted_;
        other.status = value;
        return {.words = std::move(words),
                .address = address_of_list(base_, other),
                .current = wanted_.status == value,
                .count = count};
    }

private:
    std::string base_;
    const ListedRuns& wanted_;
};

std::vector<RunChoice> workflow_choices(const Call& call, const std::string& base,
                                        const std::vector<ListedWorkflow>& all, const ListedRuns& wanted)
{
    std::vector<RunChoice> choices{
        {.words = language_of(call).say(Phrase("All workflows")), .address = base, .current = wanted.workflow.empty()}};
    for (const auto& one : all)
        choices.push_back({.words = one.name,
                           .address = base + "?workflow=" + http::encode_query(one.file),
                           .current = one.file == wanted.workflow,
                           .disabled = one.disabled,
                           .broken = !one.problem.empty()});
    return choices;
}

std::optional<ChosenWorkflow> chosen_workflow(const Call& call, const RepositoryContext& place,
                                              const std::vector<ListedWorkflow>& all, const std::string& file)
{
    if (file.empty()) return {};
    ChosenWorkflow chosen{.file = file, .name = file};
    const auto found = std::ranges::find(all, file, &ListedWorkflow::file);
    if (found == all.end()) return chosen;
    const auto base = repository_address(place);
    const bool writes = !call.caller.anonymous() && place.access.writes(access::Unit::actions);
    chosen.known = true;
    chosen.name = found->name;
    chosen.problem = found->problem;
    chosen.disabled = found->disabled;
    if (place.access.reads(access::Unit::code))
        chosen.source =
            base + "/src/branch/" + encoded_path(place.repository.default_branch + "/" + found->folder + "/" + file);
    chosen.may_switch = writes;
    chosen.may_run = writes && found->by_hand && !found->disabled && !place.repository.archived();
    chosen.badge = base + "/actions/workflows/" + http::encode_path_segment(file) + "/badge.svg";
    const auto& root = call.settings().server.root_url;
    chosen.badge_text = "[![" + found->name + "](" + root + chosen.badge.substr(1) + ")](" + root + base.substr(1)
        + "/actions?workflow=" + http::encode_query(file) + ")";
    return chosen;
}

std::vector<RunChoice> state_choices(const Call& call, const OtherLists& others, const actions::RunCounts& counts)
{
    const auto& in = language_of(call);
    return {others.state(in.say(Phrase("All")), "", counts.all),
            others.state(in.say(Phrase("Running")), "in_progress", counts.running),
            others.state(in.say(Phrase("Waiting")), "queued", counts.waiting),
            others.state(in.say(Phrase("Passed")), "success", counts.passed),
            others.state(in.say(Phrase("Failed")), "failure", counts.failed)};
}

std::vector<RunMenu> menus_of(const Call& call, const OtherLists& others, const actions::RunChoices& choices)
{
    const auto& in = language_of(call);
    std::vector<RunMenu> menus{
        {.title = in.say(Phrase("Branch"))}, {.title = in.say(Phrase("Event"))}, {.title = in.say(Phrase("Person"))}};
    for (const auto& branch : choices.branches)
        menus[0].choices.push_back(others.choice(branch, &ListedRuns::branch, branch));
    for (const auto& event : choices.events)
        menus[1].choices.push_back(others.choice(event, &ListedRuns::event, event));
    const accounts::ShownAccounts accounts(call.db(), choices.actors);
    for (const auto id : choices.actors)
        if (const auto* account = accounts.find(id); account != nullptr)
            menus[2].choices.push_back(others.choice(account->name, &ListedRuns::actor, account->name));
    std::erase_if(menus, [](const RunMenu& menu) { return menu.choices.empty(); });
    return menus;
}

std::vector<RunChoice> set_filters(const OtherLists& others, const ListedRuns& wanted)
{
    std::vector<RunChoice> set;
    for (const auto member :
         {&ListedRuns::branch, &ListedRuns::event, &ListedRuns::actor, &ListedRuns::head_sha, &ListedRuns::status})
        if (!(wanted.*member).empty()) set.push_back(others.choice(wanted.*member, member, wanted.*member));
    return set;
}

std::vector<RunRow> show_rows(const Call& call, const RepositoryContext& place, const std::vector<StoredRun>& runs)
{
    std::vector<std::int64_t> ids;
    for (const auto& run : runs) ids.push_back(run.actor_id);
    const accounts::ShownAccounts people(call.db(), std::move(ids));
    const auto base = repository_address(place) + "/actions/runs/";
    std::vector<RunRow> rows;
    for (const auto& run : runs) {
        const auto* actor = people.find(run.actor_id);
        auto& row = rows.emplace_back(RunRow{.address = base + std::to_string(run.id),
                                             .title = run.title.substr(0, run.title.find('\n')),
                                             .state = run_state(run.status),
                                             .unapproved = run.is_unapproved() && !actions::is_over(run.status),
                                             .workflow = run.workflow_name,
                                             .number = run.number,
                                             .event = run.event,
                                             .branch = std::string(run.branch()),
                                             .commit = run.head_sha,
                                             .actor = actor != nullptr ? actor->name : std::string(),
                                             .created_at = run.created_at,
                                             .took = took(run.started_at, run.stopped_at)});
        if (run.ref.starts_with(git::tags)) row.tag = run.ref.substr(git::tags.size());
        if (row.title.empty()) row.title = run.workflow_name;
    }
    return rows;
}

Result<RunsView> show(Call& call, const RepositoryContext& place, Query<ListedRuns> query)
{
    const auto& wanted = query.value;
    const auto found = TRY(actions::list_runs(call, place, wanted));
    const auto base = repository_address(place) + "/actions";
    const auto workflows = actions::listed_workflows(call, place);
    const OtherLists others(base, wanted);
    RunsView view{.place = repository_place(call, place, RepositoryTab::actions),
                  .base = base,
                  .workflows = workflow_choices(call, base, workflows, wanted),
                  .workflow = chosen_workflow(call, place, workflows, wanted.workflow),
                  .states = state_choices(call, others, actions::count_runs(call, place, wanted)),
                  .menus = menus_of(call, others, actions::choices_of_runs(call.db(), place.repository.id)),
                  .filters = set_filters(others, wanted),
                  .runs = show_rows(call, place, found.items),
                  .pager = pager(call, wanted, found.total),
                  .default_branch = place.repository.default_branch};
    view.may_write_code =
        !call.caller.anonymous() && place.access.writes(access::Unit::code) && !place.repository.archived();
    if (view.workflow && view.workflow->known) view.head.values.emplace("workflow_id", wanted.workflow);
    return view;
}

constexpr auto& list_page =
    shows<show, "actions/runs",
          "getWorkflowRuns ActionsListRepositoryWorkflows ActionsDispatchWorkflow ActionsDisableWorkflow">;

// clang-format off
constexpr Operation run_list_operations[] = {
    {GET, "/{owner}/{repo}/actions", scope::none, actions::reads_actions, list_page, 200, "siteRuns", "Show the runs of a repository"},
};
// clang-format on
static_assert(well_formed(run_list_operations));

} // namespace

const Table run_list_table{"site", run_list_operations, Door::site, refuse_page};

} // namespace cairn::pages
