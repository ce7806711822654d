#include "actions/trigger_context.hpp"

#include "accounts/virtual_accounts.hpp"
#include "api/codec.hpp"
#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "git/references/references.hpp"
#include "issues/issue.hpp"
#include "pulls/pull.hpp"
#include "webhooks/payload.hpp"
#include "webhooks/payload_context.hpp"
#include "webhooks/reading.hpp"

namespace cairn::actions {

namespace {

// As much of the payloads as counts here.
struct ToldAccount {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ToldAccount, (), (id))

struct ToldSide {
    std::string ref;
    std::string sha;
    std::int64_t repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(ToldSide, (), (ref, sha, repo_id))

struct ToldPull {
    std::int64_t number = 0;
    std::string title;
    ToldSide head;
    ToldSide base;
    std::string merge_base;
};
BOOST_DESCRIBE_STRUCT(ToldPull, (), (number, title, head, base, merge_base))

struct ToldRun {
    std::string head_branch;
};
BOOST_DESCRIBE_STRUCT(ToldRun, (), (head_branch))

struct ToldWorkflow {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ToldWorkflow, (), (name))

struct Told {
    std::string action;
    ToldAccount sender;
    std::optional<ToldPull> pull_request;
    ToldWorkflow workflow;
    ToldRun workflow_run;
};
BOOST_DESCRIBE_STRUCT(Told, (), (action, sender, pull_request, workflow, workflow_run))

// Beyond, it cannot be said which paths are changed, and every workflow takes it that its own are.
constexpr std::uint64_t most_files = 3000;

std::optional<std::vector<std::string>> changed_paths(const git::Repository& repository, std::string_view before,
                                                      std::string_view after)
{
    const auto tree_of = [&](std::string_view hex) -> Result<git::ObjectId> {
        const auto id = git::ObjectId::parse(hex);
        if (!id || id->is_zero()) return not_found(hex);
        return repository.peel(*id, git::Kind::tree);
    };
    const auto from = tree_of(before);
    const auto to = tree_of(after);
    if (!from || !to) return {};
    const auto diff = git::Diff::between(repository, *from, *to, {.most_files = most_files});
    if (!diff) return {};
    std::vector<std::string> paths;
    for (const auto& file : diff->files()) {
        paths.push_back(file.path);
        if (!file.previous.empty()) paths.push_back(file.previous);
    }
    return paths;
}

std::optional<TriggerContext> at_default_branch(const EventContext& at)
{
    const auto& branch = at.place.repository.default_branch;
    const auto tip = git::find_branch(at.repository, branch);
    if (!tip) return {};
    return TriggerContext{.commit = *tip, .ref = std::string(git::heads) + branch};
}

std::vector<TriggerContext> of_push(const EventContext& at, const StoredEvent& event)
{
    std::vector<TriggerContext> found;
    if (event.deletes()) {
        if (auto trigger = at_default_branch(at)) {
            trigger->happening = {.event = "delete", .action = {}, .ref = event.ref};
            trigger->actor_id = event.actor_id;
            found.push_back(std::move(*trigger));
        }
        return found;
    }
    const auto id = git::ObjectId::parse(event.after_id);
    const auto commit = id ? at.repository.peel(*id, git::Kind::commit) : Result<git::ObjectId>(not_found("it"));
    if (!commit) return found;
    TriggerContext push{.happening = {.event = "push", .action = {}, .ref = event.ref},
                        .commit = *commit,
                        .ref = event.ref,
                        .actor_id = event.actor_id,
                        .may_skip = true};
    auto create = push;
    push.happening.paths = [&at, event] { return changed_paths(at.repository, event.before_id, event.after_id); };
    found.push_back(std::move(push));
    if (event.creates()) {
        create.happening.event = "create";
        create.may_skip = false;
        found.push_back(std::move(create));
    }
    return found;
}

// A push to refs/for/... is open to every reader: what it brings counts as the repository's own only if its author
// could have pushed a branch.
bool is_from_outside(const EventContext& at, const ToldPull& told, const issues::StoredIssue& issue)
{
    if (told.head.repo_id != at.place.repository.id) return true;
    auto& db = at.site.db;
    const auto pull = pulls::find_pull(db, issue.id);
    if (!pull || !pull->by_push) return !pull;
    const auto author = accounts::find_account(db, issue.poster_id);
    if (!author) return true;
    const access::Viewer viewer{.id = author->id, .admin = author->is_admin, .restricted = author->is_restricted};
    return !access::access_to(db, viewer, at.place.repository.facts()).writes(access::Unit::code);
}

// What its head says, with the rights of an outsider if it is one's; and what the branch says that it goes to.
std::vector<TriggerContext> of_pull(const EventContext& at, const Named& named, const Told& told,
                                    const StoredEvent& event)
{
    const auto& pull = *told.pull_request;
    const auto head = git::ObjectId::parse(pull.head.sha);
    const auto issue = issues::find_issue(at.site.db, at.place.repository.id, pull.number);
    if (!head || !issue) return {};
    TriggerContext of_head{.happening = {.event = std::string(named.event),
                                         .action = std::string(named.action),
                                         .ref = std::string(git::heads) + pull.base.ref},
                           .commit = *head,
                           .ref = "refs/pull/" + std::to_string(pull.number) + "/head",
                           .actor_id = told.sender.id,
                           .pull_id = issue->id,
                           .head_ref = pull.head.ref,
                           .base_ref = pull.base.ref,
                           .is_fork = is_from_outside(at, pull, *issue),
                           .may_skip = named.event == "pull_request",
                           .payload = event.payload};
    of_head.happening.paths = [&at, before = pull.merge_base, after = pull.head.sha] {
        return changed_paths(at.repository, before, after);
    };
    std::vector<TriggerContext> found{of_head};
    const auto base = git::find_branch(at.repository, pull.base.ref);
    if (named.event != "pull_request" || !base) return found;
    auto of_base = std::move(of_head);
    of_base.happening.event = "pull_request_target";
    of_base.commit = *base;
    of_base.ref = std::string(git::heads) + pull.base.ref;
    of_base.title = pull.title;
    of_base.is_fork = false;
    of_base.may_skip = false;
    found.push_back(std::move(of_base));
    return found;
}

bool is_about_pull(std::string_view event) { return event == "pull_request" || event == "pull_request_review"; }

} // namespace

std::vector<TriggerContext> trigger_contexts_of(const EventContext& at, const StoredEvent& event)
{
    if (event.is_push()) return of_push(at, event);
    Told told;
    if (!api::decode_json(type_of<Told>(), event.payload, &told)) return {};
    const auto named = name_for_workflows(event.event, told.action);
    if (named.event.empty()) return {};
    if (is_about_pull(named.event))
        return told.pull_request ? of_pull(at, named, told, event) : std::vector<TriggerContext>();
    auto trigger = at_default_branch(at);
    if (!trigger) return {};
    trigger->happening = {.event = std::string(named.event), .action = std::string(named.action), .ref = trigger->ref};
    trigger->actor_id = event.actor_id != 0 ? event.actor_id : told.sender.id;
    trigger->payload = event.payload;
    if (named.event == "workflow_run") {
        trigger->happening.workflow = told.workflow.name;
        trigger->happening.ref = std::string(git::heads) + told.workflow_run.head_branch;
    }
    if (named.event == "schedule") trigger->only_file = event.ref;
    return {std::move(*trigger)};
}

std::string push_payload(const EventContext& at, const StoredEvent& event, std::string_view name)
{
    using namespace webhooks;
    const bool is_branch = event.ref.starts_with(git::heads);
    const auto short_name = event.ref.substr((is_branch ? git::heads : git::tags).size());
    const std::string type = is_branch ? "branch" : "tag";
    auto json = at.site.db.write([&](db::Transaction& tx) -> std::string {
        const auto context = PayloadContext::find(tx, at.site.settings(), event.repository_id, event.actor_id);
        if (!context) return "{}";
        if (name == "delete")
            return json_of(DeletePayload{.ref = short_name,
                                         .ref_type = type,
                                         .repository = context->repository(),
                                         .sender = context->sender()})
                .text;
        if (name == "create")
            return json_of(CreatePayload{.sha = event.after_id,
                                         .ref = short_name,
                                         .ref_type = type,
                                         .repository = context->repository(),
                                         .sender = context->sender()})
                .text;
        return json_of(PushNews{.ref = event.ref,
                                .before = event.before_id,
                                .after = event.after_id,
                                .base = {},
                                .repository = context->repository(),
                                .pusher = context->sender(),
                                .sender = context->sender()})
            .text;
    });
    if (name != "push") return json;
    StoredDelivery unread;
    unread.event = "push";
    unread.unread = true;
    unread.repository_id = event.repository_id;
    unread.payload = json;
    return read_payload(at.site.db, at.site.settings(), at.site.get<git::Repositories>(), unread);
}

bool needs_approval(db::Queries& db, const RepositoryContext& place, const TriggerContext& trigger)
{
    if (!trigger.is_fork) return false;
    const auto actor = accounts::find_account(db, trigger.actor_id);
    if (!actor || actor->is_restricted) return true;
    const access::Viewer viewer{.id = actor->id, .admin = actor->is_admin};
    if (access::access_to(db, viewer, place.repository.facts()).writes(access::Unit::actions)) return false;
    return !db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                            " WHERE p.repository_id = $1 AND i.poster_id = $2 AND p.merge_commit <> '') AS value",
                            place.repository.id, actor->id);
}

} // namespace cairn::actions
