#include "pulls/merge/merge_pull.hpp"

#include "accounts/tokens/tokens.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pulls/merge/schedule.hpp"

namespace cairn::pulls {

using api::Call;

namespace {

Merger caller_of(const Call& call, const PullContext& at)
{
    return {.account = accounts::account_of(call.caller),
            .access = at.place.access,
            .token_id = access::Viewer::of(call.caller).token_id};
}

} // namespace

Result<MergeOutcome> merge_pull(const Call& call, const PullContext& at, const MergePullRequestOption& option)
{
    const auto merger = caller_of(call, at);
    const MergeWish wish{.style = option.do_,
                         .title = std::string(text::trim(option.merge_title_field)),
                         .message = std::string(text::trim(option.merge_message_field)),
                         .head_commit_id = option.head_commit_id,
                         .merge_commit_id = option.merge_commit_id,
                         .force = option.force_merge,
                         .delete_branch = option.delete_branch_after_merge.value_or(
                             at.place.repository.default_delete_branch_after_merge)};
    if (!option.merge_when_checks_succeed) {
        TRY(merge(call.site, at.issue.id, merger, wish));
        return MergeOutcome::merged;
    }
    // It would be done later by all rights that the person has.
    if (accounts::is_of_task(call.db(), merger.token_id))
        return fail(Errc::forbidden, "a task merges at once or not at all");
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    TRY(check_merger(call.db(), known, merger));
    static_cast<void>(follow(call.site, known)); // what could not be found out counts as a conflict
    TRY(check_ready(known));
    TRY(schedule_merge(call.site, known, merger, wish));
    return MergeOutcome::scheduled;
}

Result<> cancel_merge(const Call& call, const PullContext& at)
{
    const auto scheduler = find_scheduler(call.db(), at.issue.id);
    if (!scheduler) return not_found("a scheduled merge");
    const Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    if (*scheduler != call.caller.id && !may_merge(call.db(), known, caller_of(call, at)))
        return fail(Errc::forbidden, "you may not cancel this merge");
    call.db().write([&](db::Transaction& tx) {
        if (auto issue = issues::find_issue(tx, at.issue.id))
            cancel_schedule({tx, call.site.events, call.caller.id, *issue});
    });
    return {};
}

} // namespace cairn::pulls
