// What people do with workflows: start one with what it asks for, switch one off and on.
#include "actions/dispatching.hpp"
#include "actions/workflow_list.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "pages/actions/run_view.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using namespace api;
using actions::CreateActionWorkflowDispatch;
using actions::starts_actions;
using actions::writes_actions;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice workflow_started{"workflow-started", Phrase("The workflow has begun.")};
const Notice workflow_disabled{"workflow-disabled", Phrase("The workflow is switched off. Nothing starts it.")};
const Notice workflow_enabled{"workflow-enabled", Phrase("The workflow is switched on.")};

// How fields of the form that are inputs of the workflow are called.
constexpr std::string_view field_prefix = "inputs.";

struct WorkflowQuery {
    std::string workflow;
    std::string ref;
};
BOOST_DESCRIBE_STRUCT(WorkflowQuery, (), (workflow, ref))
constexpr auto notes(const WorkflowQuery*)
{
    return std::array{Note{"workflow", "the name of its file"}, Note{"ref", "a branch or a tag"}};
}

struct DispatchOption {
    std::string ref;
    std::string inputs; // no field: each input has one of its own, and what is wrong with one of them is told here
};
BOOST_DESCRIBE_STRUCT(DispatchOption, (), (ref, inputs))
constexpr std::size_t inputs_member = 1;
constexpr auto notes(const DispatchOption*)
{
    return std::array{Note{.member = "ref", .doc = "a branch or a tag", .required = true}};
}

struct InputOption {
    std::string value;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(InputOption, (), (value, chosen))

struct DispatchInput {
    std::string id; // of the element
    std::string name;
    std::string label;
    std::string hint{};
    std::string type{}; // string, boolean, number, choice, environment
    std::string value{};
    bool checked = false;
    bool required = false;
    std::vector<InputOption> options{};
    std::string problem{};
};
BOOST_DESCRIBE_STRUCT(DispatchInput, (), (id, name, label, hint, type, value, checked, required, options, problem))

struct DispatchView {
    PageHead head{};
    RepositoryPlace place;
    std::string back{};
    std::string workflow{}; // the name of its file
    std::string name{};
    std::string ref{};
    std::vector<DispatchInput> inputs{};
    std::string unknown{}; // why it cannot be asked for inputs at this branch or tag
    Form<DispatchOption> form{};
};
BOOST_DESCRIBE_STRUCT(DispatchView, (), (head, place, back, workflow, name, ref, inputs, unknown, form))

std::string list_address(const RepositoryContext& place, std::string_view workflow)
{
    return repository_address(place) + "/actions?workflow=" + http::encode_query(workflow);
}

std::optional<std::string> sent_value(const QueryValues& sent, const std::string& name)
{
    for (const auto& [key, value] : sent)
        if (key == name) return value;
    return {};
}

// "[inputs.level]: this is none of the options", as it comes through the form: "level: this is none of the options".
Error about_input(Error error)
{
    constexpr std::string_view beginning = "[inputs.";
    const auto end = error.message.find("]: ");
    if (!error.message.starts_with(beginning) || end == error.message.npos) return error;
    const auto name = error.message.substr(beginning.size(), end - beginning.size());
    error.message = "[inputs]: " + name + ": " + error.message.substr(end + 3);
    return error;
}

std::string problem_of(std::string_view problem, const std::string& name)
{
    const auto size = name.size();
    if (problem.size() < size + 2 || !text::iequals(problem.substr(0, size), name) || problem.substr(size, 2) != ": ")
        return {};
    return sentence(problem.substr(size + 2));
}

DispatchInput show_input(const actions::Input& input, const QueryValues& sent, std::string_view problem,
                         std::size_t number)
{
    DispatchInput shown{.id = "input-" + std::to_string(number),
                        .name = std::string(field_prefix) + input.name,
                        .label = input.description.empty() ? input.name : input.description,
                        .hint = input.description.empty() ? std::string() : input.name,
                        .type = input.type,
                        .value = input.fallback,
                        .required = input.required};
    if (const auto value = sent_value(sent, shown.name); value && is_text(*value)) shown.value = *value;
    shown.checked = shown.value == "true";
    for (const auto& option : input.options)
        shown.options.push_back({.value = option, .chosen = option == shown.value});
    shown.problem = problem_of(problem, input.name);
    return shown;
}

Result<DispatchView> show_dispatch(Call& call, const RepositoryContext& place, Query<WorkflowQuery> query,
                                   Form<DispatchOption> form)
{
    const auto all = actions::listed_workflows(call, place);
    const auto found = std::ranges::find(all, query->workflow, &actions::ListedWorkflow::file);
    if (found == all.end()) return not_found("the workflow");
    if (found->disabled) return fail(Errc::forbidden, "the workflow is switched off");
    if (!found->by_hand) return fail(Errc::not_found, "the workflow is not made to be started by hand");
    const auto sent = sent_fields(call);
    auto ref = query->ref.empty() ? place.repository.default_branch : query->ref;
    if (const auto value = sent_value(sent, "ref"); value && !value->empty() && is_text(*value)) ref = *value;
    form.begin_with({.ref = ref});
    DispatchView view{.head = {.values = {{"workflow_id", found->file}}},
                      .place = repository_place(call, place, RepositoryTab::actions),
                      .back = list_address(place, found->file),
                      .workflow = found->file,
                      .name = found->name,
                      .ref = ref,
                      .form = std::move(form)};
    const auto workflow = actions::find_dispatchable(call, place, found->file, ref);
    if (!workflow) {
        view.unknown = words_of(workflow.error());
        return view;
    }
    const auto problem = view.form.control(inputs_member).problem;
    for (const auto& input : workflow->inputs)
        view.inputs.push_back(show_input(input, sent, problem, view.inputs.size() + 1));
    return view;
}

Result<Done> dispatch(Call& call, const RepositoryContext& place, Query<WorkflowQuery> query, Body<DispatchOption> form)
{
    CreateActionWorkflowDispatch wanted{.ref = form->ref, .inputs = {}};
    for (const auto& [name, value] : sent_fields(call)) {
        if (!name.starts_with(field_prefix)) continue;
        // They are no members of the form, which would have been looked at.
        const auto input = name.substr(field_prefix.size());
        if (!is_text(value)) return fail(Errc::unprocessable, "[inputs]: " + to_text(input) + ": this is no text");
        wanted.inputs.try_emplace(input, value);
    }
    auto started = actions::dispatch_workflow(call, place, query->workflow, wanted);
    if (!started && started.error().code == Errc::not_found) return std::unexpected(about("ref", started.error()));
    if (!started) return std::unexpected(about_input(started.error()));
    return done(run_address(place, started->id), workflow_started);
}

Result<Done> enable(Call& call, const RepositoryContext& place, Query<WorkflowQuery> query)
{
    TRY(actions::enable_workflow(call, place, query->workflow));
    return done(list_address(place, query->workflow), workflow_enabled);
}

Result<Done> disable(Call& call, const RepositoryContext& place, Query<WorkflowQuery> query)
{
    TRY(actions::disable_workflow(call, place, query->workflow));
    return done(list_address(place, query->workflow), workflow_disabled);
}

constexpr auto& dispatch_page = shows<show_dispatch, "actions/dispatch", "ActionsGetWorkflow ActionsDispatchWorkflow">;

// clang-format off
constexpr Operation workflow_form_operations[] = {
    {GET,  "/{owner}/{repo}/actions/run",     scope::none, starts_actions, dispatch_page,                 200, "siteDispatch",        "Ask what to start a workflow with"},
    {POST, "/{owner}/{repo}/actions/run",     scope::none, starts_actions, does<dispatch, dispatch_page>, 303, "siteDispatched",      "Start a workflow"},
    {POST, "/{owner}/{repo}/actions/enable",  scope::none, writes_actions, does<enable>,                  303, "siteEnableWorkflow",  "Switch a workflow on"},
    {POST, "/{owner}/{repo}/actions/disable", scope::none, writes_actions, does<disable>,                 303, "siteDisableWorkflow", "Switch a workflow off"},
};
// clang-format on
static_assert(well_formed(workflow_form_operations));

} // namespace

const Table workflow_forms_table{"site", workflow_form_operations, Door::site, refuse_page};

} // namespace cairn::pages
