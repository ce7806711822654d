// Starting a workflow by hand.
#include <algorithm>

#include "actions/show.hpp"
#include "actions/starting.hpp"
#include "actions/tables.hpp"
#include "api/call.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "webhooks/payload_context.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct CreateActionWorkflowDispatch {
    std::string ref;
    std::map<std::string, std::string> inputs;
};
BOOST_DESCRIBE_STRUCT(CreateActionWorkflowDispatch, (), (ref, inputs))
constexpr auto notes(const CreateActionWorkflowDispatch*)
{
    return std::array{Note{"", "What to run a workflow with"},
                      Note{.member = "ref", .doc = "a branch or a tag, by its name or whole", .required = true},
                      Note{"inputs", "what the workflow asks for; what it does not know is left out"}};
}

struct DispatchQuery {
    bool return_run_details = false;
    std::int64_t scoped_workflow_source_repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(DispatchQuery, (), (return_run_details, scoped_workflow_source_repo_id))
constexpr auto notes(const DispatchQuery*)
{
    return std::array{Note{"return_run_details", "answers with the run that was started"},
                      Note{.member = "scoped_workflow_source_repo_id",
                           .doc = "the repository that the workflow was taken from; all are the repository's own",
                           .format = "int64"}};
}

struct RunDetails {
    std::int64_t workflow_run_id = 0;
    std::string run_url;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(RunDetails, (), (workflow_run_id, run_url, html_url))
constexpr auto notes(const RunDetails*) { return std::array{Note{"", "Where a run is that was started"}}; }

struct DispatchPayload {
    std::string workflow;
    std::string ref;
    std::map<std::string, std::string> inputs;
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(DispatchPayload, (), (workflow, ref, inputs, repository, sender))

struct Target {
    std::string ref; // whole
    git::ObjectId commit;
};

// A branch goes before a tag of the same name.
Result<Target> find_target(const git::Repository& repository, const std::string& name)
{
    const auto whole = name.starts_with("refs/")
        ? std::vector{name}
        : std::vector{std::string(git::heads) + name, std::string(git::tags) + name};
    for (const auto& ref : whole) {
        if (!ref.starts_with(git::heads) && !ref.starts_with(git::tags)) break;
        if (const auto found = git::find_reference(repository, ref); found && !found->commit.is_zero())
            return Target{ref, found->commit};
    }
    return not_found("the branch or tag");
}

Result<runners::Texts> fill_inputs(const Workflow& workflow, const std::map<std::string, std::string>& sent)
{
    runners::Texts inputs;
    for (const auto& input : workflow.inputs) {
        const auto given = sent.find(input.name);
        auto value = given != sent.end() && !given->second.empty() ? given->second : input.fallback;
        if (input.required && value.empty())
            return fail(Errc::unprocessable, "[inputs." + input.name + "]: the workflow asks for it");
        if (input.type == "choice" && !value.empty() && std::ranges::find(input.options, value) == input.options.end())
            return fail(Errc::unprocessable, "[inputs." + input.name + "]: this is none of the options");
        inputs.emplace(input.name, std::move(value));
    }
    return inputs;
}

Result<PlannedRun> plan(const Call& call, const RepositoryContext& place, const std::string& id,
                        const CreateActionWorkflowDispatch& body)
{
    // The branch decides what is run, the default branch whether there is such a workflow.
    TRY(find_workflow(call, place, id));
    if (is_disabled(call.db(), place.repository.id, id)) return fail(Errc::forbidden, "the workflow is switched off");
    const auto handle = TRY(call.site.open_repositories.open(place.repository.storage));
    const auto target = TRY(find_target(*handle, body.ref));
    const auto files = workflow_files(call.settings(), *handle, target.commit);
    const auto file = std::ranges::find(files, id, &WorkflowFile::name);
    if (file == files.end()) return not_found("the workflow, at this branch or tag");
    const auto workflow = TRY(parse_workflow(TRY(read_workflow(*handle, *file))));
    if (workflow.trigger("workflow_dispatch") == nullptr)
        return fail(Errc::unprocessable, "the workflow is not made to be started by hand: it has no workflow_dispatch");
    auto inputs = TRY(fill_inputs(workflow, body.inputs));
    const View view(call);
    const DispatchPayload payload{
        .workflow = file->path(),
        .ref = target.ref,
        .inputs = inputs,
        .repository =
            webhooks::json_of(repositories::show_repository(view, place.repository, place.owner, place.access)),
        .sender = webhooks::json_of(accounts::show_user_plainly(*call.caller.account, true, call.settings()))};
    return plan_run(call.db(),
                    {.place = place,
                     .file = *file,
                     .workflow = workflow,
                     .event = "workflow_dispatch",
                     .ref = target.ref,
                     .head_sha = target.commit.hex(),
                     .title = to_text(TRY(git::read_commit(*handle, target.commit)).message),
                     .payload = to_json(type_of<DispatchPayload>(), &payload),
                     .actor_id = call.caller.id,
                     .actor_name = call.caller.account->name,
                     .inputs = std::move(inputs)});
}

Result<Answered<RunDetails>> dispatch(Call& call, const RepositoryContext& place, Path<WorkflowPath> path,
                                      Query<DispatchQuery> query, Body<CreateActionWorkflowDispatch> body)
{
    const auto planned = TRY(plan(call, place, path->workflow_id, body.value));
    const auto run = call.db().write([&](db::Transaction& tx) { return start_run({tx, call.site}, planned); });
    if (!query->return_run_details) return Answered<RunDetails>{.value = {}, .status = 204};
    const auto shown = show_run(call, run);
    return Answered<RunDetails>{.value = {.workflow_run_id = run.id, .run_url = shown.url, .html_url = shown.html_url}};
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches", scope::repository, starts_actions, handle<dispatch>, 200, "ActionsDispatchWorkflow", "Start a workflow", {400, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table dispatch_table{"repository", operations};

} // namespace cairn::actions
