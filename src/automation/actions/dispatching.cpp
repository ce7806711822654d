#include "actions/dispatching.hpp"

#include <algorithm>

#include "accounts/user.hpp"
#include "actions/starting.hpp"
#include "api/view.hpp"
#include "base/utf8.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/show.hpp"
#include "webhooks/payload_context.hpp"

namespace cairn::actions {

using api::Call;

namespace {

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

// A workflow as a branch or tag has it.
struct Dispatchable {
    git::Repositories::Handle handle;
    Target target;
    WorkflowFile file;
    Workflow workflow;
};

Result<Dispatchable> find_to_dispatch(const Call& call, const RepositoryContext& place, const std::string& id,
                                      const std::string& ref)
{
    // The branch decides what is run, the default branch whether there is such a workflow.
    TRY(find_workflow(call, place, id));
    if (is_disabled(call.db(), place.repository.id, id)) return fail(Errc::forbidden, "the workflow is switched off");
    auto handle = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    auto target = TRY(find_target(*handle, ref));
    const auto files = workflow_files(call.settings(), *handle, target.commit);
    const auto file = std::ranges::find(files, id, &WorkflowFile::name);
    if (file == files.end()) return not_found("the workflow, at this branch or tag");
    auto workflow = TRY(parse_workflow(TRY(read_workflow(*handle, *file))));
    if (workflow.trigger("workflow_dispatch") == nullptr)
        return fail(Errc::unprocessable, "the workflow is not made to be started by hand: it has no workflow_dispatch");
    return Dispatchable{std::move(handle), std::move(target), *file, std::move(workflow)};
}

Result<PlannedRun> plan(const Call& call, const RepositoryContext& place, const std::string& id,
                        const CreateActionWorkflowDispatch& body)
{
    const auto found = TRY(find_to_dispatch(call, place, id, body.ref));
    const auto& [handle, target, file, workflow] = found;
    auto inputs = TRY(fill_inputs(workflow, body.inputs));
    const api::View view(call);
    const DispatchPayload payload{
        .workflow = file.path(),
        .ref = target.ref,
        .inputs = inputs,
        .repository =
            webhooks::json_of(repositories::show_repository(view, place.repository, place.owner, place.access)),
        .sender =
            webhooks::json_of(accounts::show_user_plainly(accounts::account_of(call.caller), true, call.settings()))};
    return plan_run(call.db(),
                    {.place = place,
                     .file = file,
                     .workflow = workflow,
                     .event = "workflow_dispatch",
                     .ref = target.ref,
                     .head_sha = target.commit.hex(),
                     .title = to_text(TRY(git::read_commit(*handle, target.commit)).message),
                     .payload = api::to_json(type_of<DispatchPayload>(), &payload),
                     .actor_id = call.caller.id,
                     .actor_name = accounts::account_of(call.caller).name,
                     .inputs = std::move(inputs)});
}

} // namespace

Result<Workflow> find_dispatchable(const Call& call, const RepositoryContext& place, const std::string& file,
                                   const std::string& ref)
{
    return TRY(find_to_dispatch(call, place, file, ref)).workflow;
}

Result<StoredRun> dispatch_workflow(const Call& call, const RepositoryContext& place, const std::string& file,
                                    const CreateActionWorkflowDispatch& wanted)
{
    const auto planned = TRY(plan(call, place, file, wanted));
    return call.db().write([&](db::Transaction& tx) { return start_run({tx, call.site}, planned); });
}

} // namespace cairn::actions
