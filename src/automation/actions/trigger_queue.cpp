#include "actions/trigger_queue.hpp"

#include <algorithm>

#include "actions/schedule.hpp"
#include "actions/starting.hpp"
#include "actions/status_reporter.hpp"
#include "actions/trigger_context.hpp"
#include "base/log.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/references/post_push_worker.hpp"

namespace cairn::actions {

namespace {

constexpr std::int64_t most_attempts = 3;
// A push of more references starts what its first ones start.
constexpr std::size_t most_references = 50;

void insert(db::Transaction& tx, const StoredEvent& event)
{
    const auto id = tx.one<std::int64_t>(
        "INSERT INTO workflow_event (repository_id, event, actor_id, ref, before_id, after_id, payload)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        event.repository_id, event.event, event.actor_id, event.ref, event.before_id, event.after_id, event.payload);
    tx.run("INSERT INTO workflow_event_disabled (event_id, file)"
           " SELECT $1, file FROM disabled_workflow WHERE repository_id = $2",
           id, event.repository_id);
    repositories::put_job(tx, trigger_job, event.repository_id);
}

// Switched off when it happened, or since then.
bool was_disabled(db::Queries& db, const StoredEvent& event, std::string_view file)
{
    return is_disabled(db, event.repository_id, file)
        || db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM workflow_event_disabled WHERE event_id = $1 AND file = $2)"
                           " AS value",
                           event.id, file);
}

bool says_skip(const config::Settings& settings, std::string_view message)
{
    return std::ranges::any_of(settings.actions.skip_workflow_strings,
                               [&](const std::string& word) { return !word.empty() && message.contains(word); });
}

struct Found {
    std::vector<PlannedRun> runs;
    std::vector<BrokenWorkflow> broken;
};

// What the workflows at the trigger's commit make of it.
class Search {
public:
    Search(const EventContext& at, const StoredEvent& event, Found& found) : at_(at), event_(event), found_(found) { }

    void look(const TriggerContext& trigger)
    {
        const auto commit = git::read_commit(at_.repository, trigger.commit);
        if (!commit || (trigger.may_skip && says_skip(at_.site.settings(), commit->message))) return;
        for (const auto& file : workflow_files(at_.site.settings(), at_.repository, trigger.commit))
            if ((trigger.only_file.empty() || trigger.only_file == file.name)
                && !was_disabled(at_.site.db, event_, file.name))
                consider(trigger, *commit, file);
    }

private:
    void consider(const TriggerContext& trigger, const git::Commit& commit, const WorkflowFile& file)
    {
        const auto text = read_workflow(at_.repository, file);
        const auto workflow = text ? parse_workflow(*text) : Result<Workflow>(std::unexpected(text.error()));
        if (!workflow) return complain(trigger, file, workflow.error().message);
        if (!starts(*workflow, trigger.happening)) return;
        const auto actor = accounts::find_account(at_.site.db, trigger.actor_id);
        auto planned =
            plan_run(at_.site.db,
                     {.place = at_.place,
                      .file = file,
                      .workflow = *workflow,
                      .event = trigger.happening.event,
                      .ref = trigger.ref,
                      .head_sha = trigger.commit.hex(),
                      .title = trigger.title.empty() ? to_text(commit.message) : trigger.title,
                      .payload = trigger.payload.empty() ? payload(trigger.happening.event) : trigger.payload,
                      .actor_id = trigger.actor_id,
                      .actor_name = actor ? actor->name : std::string(),
                      .pull_id = trigger.pull_id,
                      .head_ref = trigger.head_ref,
                      .base_ref = trigger.base_ref,
                      .is_fork = trigger.is_fork,
                      .needs_approval = needs_approval(at_.site.db, at_.place, trigger)});
        if (!planned) return complain(trigger, file, planned.error().message);
        found_.runs.push_back(std::move(*planned));
    }

    // Told with a push alone, so that it is told once.
    void complain(const TriggerContext& trigger, const WorkflowFile& file, const std::string& problem)
    {
        if (trigger.happening.event != "push") return;
        found_.broken.push_back({.repository_id = at_.place.repository.id,
                                 .actor_id = trigger.actor_id,
                                 .commit_id = trigger.commit.hex(),
                                 .file = file.name,
                                 .event = trigger.happening.event,
                                 .problem = problem});
    }

    const std::string& payload(const std::string& event)
    {
        auto& made = payloads_[event];
        if (made.empty()) made = push_payload(at_, event_, event);
        return made;
    }

    const EventContext& at_;
    const StoredEvent& event_;
    Found& found_;
    std::map<std::string, std::string> payloads_;
};

// What there is to know of a branch that has moved, read before the transaction that keeps it.
struct BranchNews {
    std::string branch{}; // empty: it was no branch
    bool has_workflows = false;
    bool hears_of_runs = false;
    std::optional<std::vector<ScheduledFile>> schedules{}; // of the default branch
};

BranchNews look_at_branch(const EventContext& at, const StoredEvent& event)
{
    BranchNews news;
    if (!event.ref.starts_with(git::heads)) return news;
    news.branch = event.ref.substr(git::heads.size());
    const auto tip = git::find_branch(at.repository, news.branch);
    const auto files = tip ? workflow_files(at.site.settings(), at.repository, *tip) : std::vector<WorkflowFile>();
    news.has_workflows = !files.empty();
    if (news.branch != at.place.repository.default_branch) return news;
    news.schedules.emplace();
    for (const auto& file : files) {
        const auto text = read_workflow(at.repository, file);
        const auto workflow = text ? parse_workflow(*text) : Result<Workflow>(std::unexpected(text.error()));
        if (!workflow) continue;
        news.hears_of_runs |= workflow->trigger("workflow_run") != nullptr;
        for (const auto& spec : workflow->schedules) news.schedules->push_back({file.name, spec});
    }
    return news;
}

void keep(db::Transaction& tx, const StoredEvent& event, const BranchNews& news)
{
    if (news.branch.empty()) return;
    if (news.has_workflows)
        tx.run("INSERT INTO workflow_branch (repository_id, name, hears_of_runs) VALUES ($1, $2, $3)"
               " ON CONFLICT (repository_id, name) DO UPDATE SET hears_of_runs = $3",
               event.repository_id, news.branch, news.hears_of_runs);
    else tx.run("DELETE FROM workflow_branch WHERE repository_id = $1 AND name = $2", event.repository_id, news.branch);
    if (news.schedules) keep_schedules(tx, event.repository_id, *news.schedules, event.actor_id);
}

std::optional<StoredEvent> take(const api::Site& site, std::int64_t repository_id)
{
    // Looked for first, because there is mostly none and a write costs everybody.
    if (!site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM workflow_event WHERE repository_id = $1) AS value",
                              repository_id))
        return {};
    return site.db.write([&](db::Transaction& tx) {
        return tx.first<StoredEvent>(
            "UPDATE workflow_event SET attempts = attempts + 1"
            " WHERE id = (SELECT MIN(id) FROM workflow_event WHERE repository_id = $1)"
            " RETURNING id, repository_id, event, actor_id, ref, before_id, after_id, payload, attempts",
            repository_id);
    });
}

void start_runs(const api::Site& site, const StoredEvent& event)
{
    auto stored = repositories::find_repository(site.db, event.repository_id);
    auto owner = stored ? accounts::find_account(site.db, stored->owner_id) : std::nullopt;
    auto handle = owner ? site.get<git::Repositories>().open(stored->storage)
                        : Result<git::Repositories::Handle>(not_found("the repository"));
    Found found;
    if (handle && event.attempts <= most_attempts) {
        const RepositoryContext place{.repository = std::move(*stored), .owner = std::move(*owner), .access = {}};
        const EventContext at{site, place, **handle};
        Search search(at, event, found);
        if (site.settings().actions.enabled && place.repository.enabled().has(access::Unit::actions)
            && !place.repository.archived() && event.event != "look")
            for (const auto& trigger : trigger_contexts_of(at, event)) search.look(trigger);
        const auto news = look_at_branch(at, event);
        site.db.write([&](db::Transaction& tx) {
            // Whoever is slower than the lease finds that somebody else has done it.
            if (tx.run("DELETE FROM workflow_event WHERE id = $1", event.id) == 0) return;
            keep(tx, event, news);
            const Stage stage(tx, site);
            for (const auto& run : found.runs) start_run(stage, run);
            for (const auto& broken : found.broken) report_broken(stage, broken);
        });
        return;
    }
    if (owner)
        log::warn("what has happened in a repository has started no workflow",
                  {{"repository", event.repository_id}, {"event", event.event}});
    site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM workflow_event WHERE id = $1", event.id); });
}

} // namespace

bool has_workflows(db::Queries& db, std::int64_t repository_id)
{
    return db.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM workflow_branch WHERE repository_id = $1)"
        " OR EXISTS (SELECT 1 FROM workflow_event WHERE repository_id = $1 AND event IN ('push', 'look'))"
        " OR EXISTS (SELECT 1 FROM repository f JOIN workflow_branch w ON w.repository_id = f.id WHERE f.fork_of = $1)"
        " OR EXISTS (SELECT 1 FROM repository f JOIN workflow_event e ON e.repository_id = f.id WHERE f.fork_of = $1)"
        " AS value",
        repository_id);
}

bool hears_of_runs(db::Queries& db, std::int64_t repository_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM workflow_branch WHERE repository_id = $1 AND hears_of_runs)"
                           " AS value",
                           repository_id);
}

namespace {

void note_changes(db::Transaction& tx, const events::Pushed& pushed, std::string_view event)
{
    std::size_t noted = 0;
    for (const auto& change : pushed.changes) {
        if (!change.name.starts_with(git::heads) && !change.name.starts_with(git::tags)) continue;
        if (++noted > most_references) break;
        insert(tx,
               {.repository_id = pushed.repository_id,
                .event = std::string(event),
                .actor_id = pushed.pusher_id,
                .ref = change.name,
                .before_id = change.before,
                .after_id = change.after,
                .payload = {}});
    }
}

} // namespace

void note_push(db::Transaction& tx, const events::Pushed& pushed) { note_changes(tx, pushed, "push"); }

void note_push_of_task(db::Transaction& tx, const events::Pushed& pushed) { note_changes(tx, pushed, "look"); }

void note_creation(db::Transaction& tx, const events::RepositoryCreated& created)
{
    const auto branch =
        tx.first<std::string>("SELECT default_branch FROM repository WHERE id = $1", created.repository_id);
    if (!branch) return;
    insert(tx,
           {.repository_id = created.repository_id,
            .event = "look",
            .actor_id = created.actor_id,
            .ref = std::string(git::heads) + *branch,
            .before_id = {},
            .after_id = {},
            .payload = {}});
}

void note_event(db::Transaction& tx, const NotedEvent& noted)
{
    insert(tx,
           {.repository_id = noted.repository_id,
            .event = noted.event,
            .actor_id = noted.actor_id,
            .ref = noted.file,
            .before_id = {},
            .after_id = {},
            .payload = noted.payload});
}

Result<bool> start_next_runs(const api::Site& site, std::int64_t repository_id)
{
    const auto event = take(site, repository_id);
    if (!event) return false;
    start_runs(site, *event);
    return true;
}

} // namespace cairn::actions
