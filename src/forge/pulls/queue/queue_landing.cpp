#include "pulls/queue/queue_landing.hpp"

#include "db/database.hpp"
#include "git/objects/writing.hpp"
#include "pulls/merge/head_branch.hpp"
#include "pulls/merge/landing.hpp"
#include "pulls/merge/merged.hpp"
#include "repositories/references/pushes.hpp"

namespace cairn::pulls {

using git::ObjectId;
using issues::QueueEvent;

namespace {

std::optional<Merger> merger_for(const api::Site& site, const Known& known, const StoredQueued& entry)
{
    return absent_merger(site.db, entry.account_id, known.repository);
}

} // namespace

MergeWish wish_of(const StoredQueued& entry)
{
    return {.style = entry.style,
            .title = entry.title,
            .message = entry.message,
            .delete_branch = entry.delete_branch,
            .by_schedule = true};
}

std::optional<QueueEvent> reason_to_leave(const api::Site& site, const git::Repository& repository, const Known& known,
                                          const StoredQueued& entry)
{
    if (known.pull.base_branch != entry.base_branch) return QueueEvent{.exit = QueueExit::retargeted};
    if (!goes_by_queue(site, known)) return QueueEvent{.exit = QueueExit::closed};
    if (known.pull.head_sha != entry.head_sha) return QueueEvent{.exit = QueueExit::pushed};
    const auto merger = merger_for(site, known, entry);
    if (!merger) return QueueEvent{.exit = QueueExit::refused, .detail = std::string(merger_is_gone)};
    const auto may = check_queueable(site, repository, known, *merger, wish_of(entry));
    if (may) return {};
    if (known.pull.conflict) return QueueEvent{.exit = QueueExit::conflict};
    return QueueEvent{.exit = QueueExit::refused, .detail = may.error().message};
}

Result<ObjectId> make_queued(const api::Site& site, const git::Repository& repository, const Known& known,
                             const StoredQueued& entry, const ObjectId& tip)
{
    const auto merger = merger_for(site, known, entry);
    if (!merger) return not_found("the account");
    return make_merge(repository, plan_for(site, repository, known, *merger, wish_of(entry)), tip);
}

QueueEvent why_not_made(const Error& error)
{
    if (error.code == Errc::conflict) return {.exit = QueueExit::conflict, .detail = error.message};
    return {.exit = QueueExit::refused, .detail = error.message};
}

Result<QueueLanded> land_queued(const api::Site& site, const git::Repository& repository, const StoredQueued& entry)
{
    const PullLock turn(entry.issue_id);
    auto known = find_known(site.db, entry.issue_id);
    if (!known || known->issue.closed) return QueueLanded{};
    if (const auto followed = follow(site, *known, turn); !followed && may_pass(followed.error()))
        return std::unexpected(followed.error());
    if (known->issue.closed) return QueueLanded{};
    if (auto why = reason_to_leave(site, repository, *known, entry)) return QueueLanded{.why = std::move(why)};
    const auto merger = merger_for(site, *known, entry);
    if (!merger) return QueueLanded{};
    const auto moved =
        land(site, repository, *known, *merger, MergeBy::queue, [&](const ObjectId& tip) -> Result<ObjectId> {
            // What was checked is this commit and no other.
            if (tip.hex() != entry.onto_sha) return fail(Errc::conflict, "the base branch has moved");
            return ObjectId::parse(entry.commit_sha).value_or(ObjectId{});
        });
    if (!moved) {
        if (moved.error().code == Errc::method_not_allowed) return QueueLanded{.why = why_not_made(moved.error())};
        if (moved.error().code == Errc::conflict) return QueueLanded{}; // it has moved, or this one was taken out
        return std::unexpected(moved.error());
    }
    if (moved->before != moved->after)
        repositories::record_push(site, known->repository, repository,
                                  {.pusher_id = merger->account.id, .changes = {*moved}});
    const auto marked =
        mark_merged(site, *known, {.merger_id = merger->account.id, .commit = moved->after, .by_schedule = true});
    // Another node that took this merge for abandoned has said the same.
    if (!marked && marked.error().code != Errc::method_not_allowed) return std::unexpected(marked.error());
    if (entry.delete_branch) delete_head_branch(site, *known, merger->account);
    return QueueLanded{.merged = true};
}

} // namespace cairn::pulls
