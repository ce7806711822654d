#include "actions/context.hpp"

#include "accounts/virtual_accounts.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/ref_name.hpp"
#include "pulls/pull.hpp"
#include "runners/runtime_token.hpp"

namespace cairn::actions {

namespace {

struct TaskContext {
    std::string action;
    std::string actor;
    std::string api_url;
    std::string base_ref;
    Json event;
    std::string event_name;
    std::string graphql_url;
    std::string head_ref;
    std::string job;
    std::string ref;
    std::string ref_name;
    bool ref_protected = false;
    std::string ref_type;
    std::string repository;
    std::string repository_owner;
    std::string repositoryUrl;
    std::string retention_days;
    std::string run_attempt;
    std::string run_id;
    std::string run_number;
    std::string secret_source;
    std::string server_url;
    std::string sha;
    std::string token;
    std::string triggering_actor;
    std::string workflow;
    std::string workspace;
    std::string gitea_default_actions_url;
    std::string gitea_runtime_token;
};
BOOST_DESCRIBE_STRUCT(TaskContext, (),
                      (action, actor, api_url, base_ref, event, event_name, graphql_url, head_ref, job, ref, ref_name,
                       ref_protected, ref_type, repository, repository_owner, repositoryUrl, retention_days,
                       run_attempt, run_id, run_number, secret_source, server_url, sha, token, triggering_actor,
                       workflow, workspace, gitea_default_actions_url, gitea_runtime_token))

std::string name_of(db::Queries& db, std::int64_t id)
{
    const auto account = accounts::find_account(db, id);
    return account ? account->name : accounts::ghost().name;
}

std::string_view short_name(std::string_view ref)
{
    for (const auto prefix : {git::heads, git::tags, std::string_view("refs/")})
        if (ref.starts_with(prefix)) return ref.substr(prefix.size());
    return ref;
}

} // namespace

Json task_context(const api::Site& site, const repositories::StoredRepository& repository, const TaskFacts& facts)
{
    auto& db = site.db;
    const auto& run = facts.run;
    const auto owner = name_of(db, repository.owner_id);
    auto root = site.settings().server.root_url;
    while (root.ends_with('/')) root.pop_back();
    const auto attempt = find_attempt(db, run.id, run.attempt);
    const auto pull = run.pull_id != 0 ? pulls::find_pull(db, run.pull_id) : std::nullopt;
    TaskContext context{
        .action = {},
        .actor = name_of(db, run.actor_id),
        .api_url = root + "/api/v1",
        .base_ref = pull ? pull->base_branch : std::string(),
        .event = {facts.event.empty() ? "{}" : facts.event},
        .event_name = run.event,
        .graphql_url = {},
        .head_ref = pull ? pull->head_branch : std::string(),
        .job = facts.job.key,
        .ref = run.ref,
        .ref_name = std::string(short_name(run.ref)),
        .ref_type = run.ref.starts_with(git::tags) ? "tag" : "branch",
        .repository = owner + "/" + repository.name,
        .repository_owner = owner,
        .repositoryUrl = root + "/" + owner + "/" + repository.name + ".git",
        .retention_days = std::to_string(site.settings().actions.artifact_retention_days),
        .run_attempt = std::to_string(run.attempt),
        .run_id = std::to_string(run.id),
        .run_number = std::to_string(run.number),
        .secret_source = "Actions",
        .server_url = root,
        .sha = run.head_sha,
        .token = facts.token,
        .triggering_actor = name_of(db, attempt ? attempt->actor_id : run.actor_id),
        .workflow = run.workflow_name,
        .workspace = {},
        .gitea_default_actions_url = site.settings().actions.default_actions_url,
        .gitea_runtime_token = runners::make_runtime_token(
            site.settings(),
            {.task_id = facts.task_id, .run_id = run.id, .job_id = facts.job.id, .repository_id = run.repository_id})};
    return {api::to_json(type_of<TaskContext>(), &context)};
}

} // namespace cairn::actions
