// What is told of repositories and of what is in them: references, releases, wiki pages, statuses.
#include "access/repositories.hpp"
#include "contents/status.hpp"
#include "git/references/ref_name.hpp"
#include "releases/release.hpp"
#include "webhooks/delivery.hpp"
#include "webhooks/payload_context.hpp"
#include "webhooks/payloads.hpp"

namespace cairn::webhooks {

using enum EventKind;

// Where a push has come in. It may have moved thousands of references: what is the same for all of them is shown once,
// and only if somebody wants to hear it.
class PushContext {
public:
    explicit PushContext(const PayloadContext& context) : context_(context) { }

    db::Transaction& tx() const { return context_.tx(); }
    std::int64_t repository_id() const { return context_.place().repository.id; }
    const std::string& default_branch() const { return context_.place().repository.default_branch; }

    const Json& repository()
    {
        return once(repository_, [&] { return context_.repository(); });
    }
    // As it is told of what was made in it: with no rights.
    const Json& bare_repository()
    {
        return once(bare_repository_, [&] { return context_.repository({}); });
    }
    const Json& sender()
    {
        return once(sender_, [&] { return context_.sender(); });
    }
    // The commit of the default branch; empty if there is none.
    const std::string& default_tip()
    {
        return once(default_tip_, [&] {
            return tx()
                .first<std::string>("SELECT commit_id FROM branch WHERE repository_id = $1 AND name = $2",
                                    repository_id(), default_branch())
                .value_or("");
        });
    }

private:
    template <class T, class Find> static const T& once(std::optional<T>& kept, Find find)
    {
        if (!kept) kept = find();
        return *kept;
    }

    const PayloadContext& context_;
    std::optional<Json> repository_;
    std::optional<Json> bare_repository_;
    std::optional<Json> sender_;
    std::optional<std::string> default_tip_;
};

namespace {

bool is_zero(std::string_view id) { return id.find_first_not_of('0') == id.npos; }

} // namespace

Audience Payloads::audience(db::Transaction& tx, std::int64_t repository_id) const
{
    Audience listeners(tx, repository_id);
    if (house_.wants && house_.wants(tx, repository_id)) listeners.add_house(house_.events);
    return listeners;
}

void Payloads::put(db::Transaction& tx, const std::vector<std::int64_t>& hooks, const News& news,
                   const std::string& payload) const
{
    for (const auto hook : hooks) {
        if (hook == 0) {
            house_.hear(tx, news.repository_id, news.event, payload);
            continue;
        }
        put_delivery(tx,
                     {.hook_id = hook,
                      .event = news.event,
                      .repository_id = news.repository_id,
                      .payload = payload,
                      .unread = news.unread});
    }
}

void Payloads::tell(db::Transaction& tx, const events::RepositoryCreated& event) const
{
    const auto hooks = audience(tx, event.repository_id).wanting(repository);
    const auto base_id = tx.scalar<std::int64_t>("SELECT COALESCE(fork_of, 0) AS value FROM repository WHERE id = $1",
                                                 event.repository_id);
    const auto of_base = base_id != 0 ? audience(tx, base_id).wanting(fork) : std::vector<std::int64_t>();
    if (hooks.empty() && of_base.empty()) return;
    const auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    if (!context) return;
    const auto shown = context->new_repository();
    if (!hooks.empty())
        put(tx, hooks, {.event = "repository", .repository_id = event.repository_id},
            RepositoryPayload{.action = "created",
                              .repository = shown,
                              .organization = context->owner(),
                              .sender = context->sender()});
    auto base = of_base.empty() ? std::nullopt : PayloadContext::find(tx, settings_, base_id, event.actor_id);
    if (!base) return;
    --base->told().forks_count;
    const auto rights =
        access::access_to(tx, access::Viewer::of(context->view().caller), base->place().repository.facts());
    put(tx, of_base, {.event = "fork", .repository_id = base_id},
        ForkPayload{.forkee = base->repository(rights), .repository = shown, .sender = context->sender()});
}

void Payloads::tell(db::Transaction& tx, const events::RepositoryDeleted& event) const
{
    const auto hooks = audience(tx, event.repository_id).wanting(repository);
    if (hooks.empty()) return;
    const auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    if (!context) return;
    put(tx, hooks, {.event = "repository", .repository_id = event.repository_id},
        RepositoryPayload{.action = "deleted",
                          .repository = context->repository(),
                          .organization = context->owner(),
                          .sender = context->sender()});
}

void Payloads::tell(db::Transaction& tx, const events::ReleaseChanged& event) const
{
    static constexpr std::array<std::string_view, 3> actions{"published", "updated", "deleted"};
    const auto hooks = audience(tx, event.repository_id).wanting(release);
    if (hooks.empty()) return;
    auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    const auto found = context ? releases::find_release(tx, context->place(), event.release_id, true)
                               : Result<releases::StoredRelease>(not_found("the repository"));
    if (!found) return;
    if (event.act == events::ReleaseChanged::Act::deleted) --context->told().release_count;
    put(tx, hooks, {.event = "release", .repository_id = event.repository_id},
        ReleasePayload{.action = std::string(actions.at(static_cast<std::size_t>(event.act))),
                       .release = json_of(releases::show_release(context->view(), context->place(), *found)),
                       .repository = context->repository(),
                       .sender = context->sender()});
}

void Payloads::tell(db::Transaction& tx, const events::WikiChanged& event) const
{
    static constexpr std::array<std::string_view, 3> actions{"created", "edited", "deleted"};
    const auto hooks = audience(tx, event.repository_id).wanting(wiki);
    if (hooks.empty()) return;
    const auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    if (!context) return;
    put(tx, hooks, {.event = "wiki", .repository_id = event.repository_id},
        WikiPayload{.action = std::string(actions.at(static_cast<std::size_t>(event.act))),
                    .repository = context->repository(),
                    .sender = context->sender(),
                    .page = event.page,
                    .comment = event.comment});
}

void Payloads::tell(db::Transaction& tx, const events::StatusReported& event) const
{
    const auto hooks = audience(tx, event.repository_id).wanting(status);
    if (hooks.empty()) return;
    const auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    const auto reported =
        tx.first<contents::StoredStatus>("SELECT * FROM commit_status WHERE id = $1", event.status_id);
    if (!context || !reported) return;
    put(tx, hooks, {.event = "status", .repository_id = event.repository_id, .unread = true},
        CommitStatusPayload{.commit = {},
                            .context = reported->context,
                            .created_at = reported->created_at,
                            .description = reported->description,
                            .id = reported->id,
                            .repository = context->repository(),
                            .sender = context->sender(),
                            .sha = reported->commit_id,
                            .state = reported->state,
                            .target_url = reported->target_url,
                            .updated_at = reported->created_at});
}

void Payloads::tell(db::Transaction& tx, const events::Pushed& event) const
{
    const auto listeners = audience(tx, event.repository_id);
    if (listeners.empty()) return;
    const auto context = PayloadContext::find(tx, settings_, event.repository_id, event.pusher_id);
    if (!context) return;
    PushContext push_context(*context);
    for (const auto& change : event.changes)
        if (change.name.starts_with(git::heads) || change.name.starts_with(git::tags))
            tell_of_reference(push_context, listeners, change);
}

void Payloads::tell_of_reference(PushContext& context, const Audience& audience,
                                 const events::Pushed::Change& change) const
{
    auto& tx = context.tx();
    const auto repository_id = context.repository_id();
    const bool is_branch = change.name.starts_with(git::heads);
    const auto short_name = change.name.substr((is_branch ? git::heads : git::tags).size());
    const std::string type = is_branch ? "branch" : "tag";
    if (is_zero(change.after)) {
        if (const auto hooks = audience.wanting(delete_, change.name); !hooks.empty())
            put(tx, hooks, {.event = "delete", .repository_id = repository_id},
                DeletePayload{.ref = short_name,
                              .ref_type = type,
                              .repository = context.repository(),
                              .sender = context.sender()});
        return;
    }
    const bool is_new = is_zero(change.before);
    if (const auto hooks = audience.wanting(create, change.name); is_new && !hooks.empty())
        put(tx, hooks, {.event = "create", .repository_id = repository_id},
            CreatePayload{.sha = change.after,
                          .ref = short_name,
                          .ref_type = type,
                          .repository = context.bare_repository(),
                          .sender = context.sender()});
    const auto hooks = audience.wanting(push, change.name);
    if (hooks.empty()) return;
    const bool has_base = is_new && is_branch && short_name != context.default_branch();
    put(tx, hooks, {.event = "push", .repository_id = repository_id, .unread = true},
        PushNews{.ref = change.name,
                 .before = change.before,
                 .after = change.after,
                 .base = has_base ? context.default_tip() : std::string(),
                 .repository = context.repository(),
                 .pusher = context.sender(),
                 .sender = context.sender()});
}

} // namespace cairn::webhooks
