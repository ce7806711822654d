#include "pulls/merge/merging.hpp"

#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "pulls/merge/head_branch.hpp"
#include "pulls/merge/landing.hpp"
#include "pulls/merge/merge_commits.hpp"
#include "pulls/merge/merged.hpp"
#include "pulls/queue/merge_queue.hpp"
#include "repositories/references/pushes.hpp"

namespace cairn::pulls {

using git::ObjectId;
using repositories::StoredRepository;

namespace {

// It was merged, and somebody says so.
Result<> mark_by_hand(const api::Site& site, Known& known, const Merger& merger, const MergeWish& wish)
{
    if (!known.repository.allow_manual_merge)
        return fail(Errc::method_not_allowed, "this repository does not allow this way of merging");
    const auto commit = ObjectId::parse(wish.merge_commit_id);
    const auto repository = TRY(site.get<git::Repositories>().open(known.repository.storage));
    const auto base = TRY(git::find_branch(*repository, known.pull.base_branch));
    if (!commit || !repository->contains(*commit) || !TRY(git::descends_from(*repository, base, *commit)))
        return fail(Errc::conflict, "there is no such commit in " + known.pull.base_branch);
    return mark_merged(site, known, {.merger_id = merger.account.id, .commit = *commit});
}

} // namespace

bool allows(const StoredRepository& repository, MergeStyle style)
{
    switch (style) {
    case MergeStyle::merge: return repository.allow_merge_commits;
    case MergeStyle::rebase: return repository.allow_rebase;
    case MergeStyle::rebase_merge: return repository.allow_rebase_explicit;
    case MergeStyle::squash: return repository.allow_squash_merge;
    case MergeStyle::fast_forward_only: return repository.allow_fast_forward_only_merge;
    case MergeStyle::manually_merged: return repository.allow_manual_merge;
    }
    std::unreachable();
}

Result<> merge(const api::Site& site, std::int64_t issue_id, const Merger& merger, const MergeWish& wish)
{
    const PullLock turn(issue_id);
    auto known = find_known(site.db, issue_id);
    if (!known) return not_found("the pull request");
    TRY(settle_landing(site, *known));
    TRY(check_merger(site.db, *known, merger));
    if (wish.style == MergeStyle::manually_merged) return mark_by_hand(site, *known, merger, wish);
    if (goes_by_queue(site, *known) && !(wish.force && may_override(site.db, *known, merger)))
        return fail(Errc::method_not_allowed, "pull requests get into " + known->pull.base_branch + " by its queue");
    if (auto followed = follow(site, *known, turn); !followed && may_pass(followed.error())) return followed;
    TRY(check_merger(site.db, *known, merger)); // it may have turned out to be merged
    TRY(check_ready(*known));
    // A handle of its own: a merge writes much, and the commits of a fork may just have come.
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(known->repository.storage)));
    TRY(check_rule(site, repository, *known, merger, wish.force));
    TRY(check_dependencies(site.db, *known));
    if (!allows(known->repository, wish.style))
        return fail(Errc::method_not_allowed, "this repository does not allow this way of merging");
    if (!wish.head_commit_id.empty() && wish.head_commit_id != known->pull.head_sha)
        return fail(Errc::conflict, "the head is at " + known->pull.head_sha);

    const auto plan = plan_for(site, repository, *known, merger, wish);
    const auto moved = TRY(land(site, repository, *known, merger, wish.by_schedule ? MergeBy::schedule : MergeBy::hand,
                                [&](const ObjectId& tip) -> Result<ObjectId> {
                                    if (tip.is_zero()) return not_found("the branch " + known->pull.base_branch);
                                    return make_merge(repository, plan, tip);
                                }));
    if (moved.before != moved.after)
        repositories::record_push(site, known->repository, repository,
                                  {.pusher_id = merger.account.id, .changes = {moved}});
    auto marked = mark_merged(site, *known,
                              {.merger_id = merger.account.id, .commit = moved.after, .by_schedule = wish.by_schedule});
    // Another node that took this merge for abandoned has said the same.
    if (!marked && marked.error().code != Errc::method_not_allowed) return marked;
    if (wish.delete_branch) delete_head_branch(site, *known, merger.account);
    return {};
}

} // namespace cairn::pulls
