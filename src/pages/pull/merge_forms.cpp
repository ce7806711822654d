// What is done in the merge box: merging, now or later, updating the branch, and what becomes of it afterwards.
#include "contents/branch_change.hpp"
#include "db/database.hpp"
#include "pages/page.hpp"
#include "pages/pull/conversation.hpp"
#include "pages/pull/tables.hpp"
#include "pulls/draft_title.hpp"
#include "pulls/editing.hpp"
#include "pulls/merge/head_branch.hpp"
#include "pulls/merge/updating.hpp"
#include "pulls/queue/merge_queue.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::MergePullRequestOption;
using pulls::PullContext;
using words::Phrase;

namespace {

const Notice merged{"pull-merged", Phrase("The pull request is merged.")};
const Notice scheduled{"pull-scheduled", Phrase("The pull request will be merged when all checks pass.")};
const Notice cancelled{"pull-cancelled", Phrase("The pull request is no longer merged by itself.")};
const Notice queued{"pull-queued", Phrase("The pull request is in the merge queue.")};
const Notice taken_out{"pull-taken-out", Phrase("The pull request has left the merge queue.")};
const Notice updated{"pull-updated", Phrase("The branch is updated.")};
const Notice is_ready{"pull-ready", Phrase("The pull request is ready for review.")};
const Notice is_draft{"pull-draft", Phrase("The pull request is a draft.")};
const Notice branch_deleted{"pull-branch-deleted", Phrase("The branch is deleted.")};
const Notice branch_restored{"pull-branch-restored", Phrase("The branch is there again.")};

// What cannot be done as things are is no wrong method to a browser.
template <class T> Result<T> as_conflict(Result<T> result)
{
    if (!result && result.error().code == Errc::method_not_allowed) {
        auto error = result.error();
        error.code = Errc::conflict;
        return std::unexpected(std::move(error));
    }
    return result;
}

Result<Done> merge(Call& call, const PullContext& at, Query<PullQuery>, Body<MergePullRequestOption> form)
{
    const auto outcome = TRY(as_conflict(pulls::merge_pull(call, at, form.value)));
    const auto& said = outcome == pulls::MergeOutcome::merged ? merged
        : outcome == pulls::MergeOutcome::queued              ? queued
                                                              : scheduled;
    return done(pull_address(at) + "#merge", said);
}

Result<Done> cancel(Call& call, const PullContext& at, Body<PullAct>)
{
    const bool was_queued = pulls::find_queued(call.db(), at.issue.id).has_value();
    TRY(pulls::cancel_merge(call, at));
    return done(pull_address(at) + "#merge", was_queued ? taken_out : cancelled);
}

Result<Done> update(Call& call, const PullContext& at, Body<PullAct> form)
{
    TRY(pulls::update_pull(call, at, {.style = form->style}));
    return done(pull_address(at) + "#merge", updated);
}

// The title says it.
template <bool draft> Result<Done> set_draft(Call& call, const PullContext& at, Body<PullAct>)
{
    pulls::EditPullRequestOption option;
    option.title = draft ? pulls::draft_title(at.issue.title) : pulls::ready_title(at.issue.title);
    if (option.title->empty()) return fail(Errc::unprocessable, "give it a title first");
    TRY(pulls::edit_pull(call, at, option));
    return done(pull_address(at), draft ? is_draft : is_ready);
}

Result<Done> delete_branch(Call& call, const PullContext& at, Body<PullAct>)
{
    if (!at.issue.closed) return fail(Errc::conflict, "the pull request is open");
    TRY(pulls::remove_head_branch(call.site, {.repository = at.place.repository, .issue = at.issue, .pull = at.pull},
                                  accounts::account_of(call.caller)));
    return done(pull_address(at) + "#merge", branch_deleted);
}

Result<Done> restore_branch(Call& call, const PullContext& at, Body<PullAct>)
{
    TRY(repositories::question::writes_unit<access::Unit::code>(call, at.place));
    if (!at.issue.closed || at.pull.by_push || at.pull.head_repository_id != at.pull.repository_id)
        return fail(Errc::conflict, "there is no branch to be restored here");
    contents::CreateBranchRepoOption option;
    option.new_branch_name = at.pull.head_branch;
    option.old_ref_name = at.pull.head_sha;
    TRY(contents::create_branch(call, at.place, option));
    return done(pull_address(at) + "#merge", branch_restored);
}

using pulls::changes_pull;

// clang-format off
constexpr Operation merge_operations[] = {
    {POST, "/{owner}/{repo}/pulls/{index}/merge",          scope::none, changes_pull, does<merge, pull_page>,            303, "siteMerge",         "Merge a pull request, now or when checks pass"},
    {POST, "/{owner}/{repo}/pulls/{index}/merge/cancel",   scope::none, changes_pull, does<cancel, pull_page>,           303, "siteCancelMerge",   "Cancel a scheduled merge, or leave the merge queue"},
    {POST, "/{owner}/{repo}/pulls/{index}/update",         scope::none, changes_pull, does<update, pull_page>,           303, "siteUpdatePull",    "Bring the base branch's commits into a pull request's branch"},
    {POST, "/{owner}/{repo}/pulls/{index}/ready",          scope::none, changes_pull, does<set_draft<false>, pull_page>, 303, "sitePullReady",     "Say that a draft is ready for review"},
    {POST, "/{owner}/{repo}/pulls/{index}/draft",          scope::none, changes_pull, does<set_draft<true>, pull_page>,  303, "sitePullDraft",     "Turn a pull request into a draft"},
    {POST, "/{owner}/{repo}/pulls/{index}/branch/delete",  scope::none, changes_pull, does<delete_branch, pull_page>,    303, "sitePullBranchGone", "Delete the branch of a pull request that is merged or closed"},
    {POST, "/{owner}/{repo}/pulls/{index}/branch/restore", scope::none, changes_pull, does<restore_branch, pull_page>,   303, "sitePullBranchBack", "Restore the branch of a pull request"},
};
// clang-format on
static_assert(well_formed(merge_operations));

} // namespace

const Table pull_merge_table{"site", merge_operations, Door::site, refuse_page};

} // namespace cairn::pages
