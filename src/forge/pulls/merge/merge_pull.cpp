#include "pulls/merge/merge_pull.hpp"

#include "accounts/tokens/tokens.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "pulls/merge/schedule.hpp"
#include "pulls/queue/merge_queue.hpp"

namespace cairn::pulls {

using api::Call;

Merger merging_caller(const Call& call, const PullContext& at)
{
    return {.account = accounts::account_of(call.caller),
            .access = at.place.access,
            .token_id = access::Viewer::of(call.caller).token_id};
}

Result<MergeOutcome> merge_pull(const Call& call, const PullContext& at, const MergePullRequestOption& option)
{
    const auto merger = merging_caller(call, at);
    const MergeWish wish{.style = option.do_,
                         .title = std::string(text::trim(option.merge_title_field)),
                         .message = std::string(text::trim(option.merge_message_field)),
                         .head_commit_id = option.head_commit_id,
                         .merge_commit_id = option.merge_commit_id,
                         .force = option.force_merge,
                         .delete_branch = option.delete_branch_after_merge.value_or(
                             at.place.repository.default_delete_branch_after_merge)};
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    const bool by_queue = option.do_ != MergeStyle::manually_merged && goes_by_queue(call.site, known)
        && !(option.force_merge && may_override(call.db(), known, merger));
    if (!option.merge_when_checks_succeed && !by_queue) {
        TRY(merge(call.site, at.issue.id, merger, wish));
        return MergeOutcome::merged;
    }
    // It would be done later by all rights that the person has.
    if (accounts::is_of_task(call.db(), merger.token_id))
        return fail(Errc::forbidden, "a task merges at once or not at all");
    TRY(check_merger(call.db(), known, merger));
    if (auto followed = follow(call.site, known); !followed && may_pass(followed.error()))
        return std::unexpected(std::move(followed).error());
    TRY(check_ready(known));
    if (by_queue) {
        const auto queued = put_in_queue(call.site, known, merger, wish);
        if (queued) return MergeOutcome::queued;
        if (!option.merge_when_checks_succeed || queued.error().code != Errc::method_not_allowed)
            return std::unexpected(queued.error());
    }
    TRY(schedule_merge(call.site, known, merger, wish));
    return MergeOutcome::scheduled;
}

Result<> cancel_merge(const Call& call, const PullContext& at)
{
    const auto queued = find_queued(call.db(), at.issue.id);
    const auto scheduler = queued ? queued->account_id : find_scheduler(call.db(), at.issue.id);
    if (!scheduler) return not_found("a scheduled merge");
    const Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    if (*scheduler != call.caller.id && !may_merge(call.db(), known, merging_caller(call, at)))
        return fail(Errc::forbidden, "you may not cancel this merge");
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        const issues::Change change{tx, call.site.events, call.caller.id, *issue};
        if (!queued) TRY(check_not_landing(tx, issue->id));
        cancel_schedule(change);
        if (queued && !leave_queue(change, {.exit = QueueExit::taken_out}))
            return fail(Errc::conflict, "the pull request is being merged");
        return {};
    });
}

} // namespace cairn::pulls
