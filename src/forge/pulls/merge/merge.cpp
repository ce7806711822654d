// Merging pull requests, now or when it becomes possible, and keeping their branches up with the base.
#include "pulls/merge/merge_pull.hpp"
#include "pulls/merge/updating.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

// Nothing to be told but the status: merged, or scheduled.
struct Done {
    int status = 0; // 0: the row's
};

} // namespace cairn::pulls

template <> struct cairn::api::detail::ReplyOf<cairn::pulls::Done> {
    static constexpr TypeOf type = nullptr;
    static Reply make(const pulls::Done& done) { return {.json = {}, .status = done.status}; }
};

namespace cairn::pulls {

using namespace api;
using enum Method;

namespace {

Result<Done> merge_or_schedule(Call& call, const PullContext& at, Body<MergePullRequestOption> body)
{
    const auto outcome = TRY(merge_pull(call, at, body.value));
    return Done{.status = outcome == MergeOutcome::merged ? 0 : 201};
}

Result<> is_merged(Call&, const PullContext& at)
{
    if (!at.issue.merged()) return not_found("a merge of this pull request");
    return {};
}

Result<> cancel(Call& call, const PullContext& at) { return cancel_merge(call, at); }

Result<> update(Call& call, const PullContext& at, Query<UpdateQuery> query)
{
    return update_pull(call, at, query.value);
}

// clang-format off
constexpr Operation merge_operations[] = {
    {GET,    "/repos/{owner}/{repo}/pulls/{index}/merge",  scope::repository, reads_pull,           quick<is_merged>,          204, "repoPullRequestIsMerged",      "Check whether a pull request was merged"},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/merge",  scope::repository, changes_pull,         handle<merge_or_schedule>, 200, "repoMergePullRequest",         "Merge a pull request", {403, 405, 409, 422}},
    {DELETE, "/repos/{owner}/{repo}/pulls/{index}/merge",  scope::repository, changes_pull,         handle<cancel>,            204, "repoCancelScheduledAutoMerge", "Cancel a scheduled merge", {403}},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/update", scope::repository, reads_pull_signed_in, handle<update>,            200, "repoUpdatePullRequest",        "Bring the base branch's commits into a pull request's branch", {403, 409, 422}},
};
// clang-format on
static_assert(well_formed(merge_operations));

} // namespace

const Table merge_table{"repository", merge_operations};

} // namespace cairn::pulls
