// Merging pull requests, now or when it becomes possible.
#include "accounts/tokens/tokens.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pulls/merge/schedule.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

// Nothing to be told but the status: merged, or scheduled.
struct Done {
    int status = 0; // 0: the row's
};

} // namespace cairn::pulls

template <> struct cairn::api::detail::ReplyOf<cairn::pulls::Done> {
    static constexpr const Type* type = nullptr;
    static Reply make(const pulls::Done& done) { return {.json = {}, .status = done.status}; }
};

namespace cairn::pulls {

using namespace api;
using enum Method;

namespace {

struct MergePullRequestOption {
    MergeStyle do_ = MergeStyle::merge;
    std::string merge_commit_id;
    std::string merge_title_field;
    std::string merge_message_field;
    std::optional<bool> delete_branch_after_merge;
    bool force_merge = false;
    std::string head_commit_id;
    bool merge_when_checks_succeed = false;
};
BOOST_DESCRIBE_STRUCT(MergePullRequestOption, (),
                      (do_, merge_commit_id, merge_title_field, merge_message_field, delete_branch_after_merge,
                       force_merge, head_commit_id, merge_when_checks_succeed))
constexpr auto notes(const MergePullRequestOption*)
{
    return std::array{
        Note{.member = "do", .doc = "how; the repository says which ways it allows", .required = true},
        Note{"merge_commit_id", "for manually-merged: the commit that has brought it into the base branch"},
        Note{"merge_title_field", "the first line of the new commit's message"},
        Note{"merge_message_field", "the rest of it"},
        Note{"delete_branch_after_merge", "the repository says what is usual"},
        Note{"force_merge", "whatever the rule of the branch demands, for those who may"},
        Note{"head_commit_id", "merge only if this is the head"},
        Note{"merge_when_checks_succeed", "not now, but as soon as the rule of the branch allows it"},
    };
}

Merger caller_of(const Call& call, const PullContext& at)
{
    return {.account = *call.caller.account,
            .access = at.place.access,
            .token_id = access::Viewer::of(call.caller).token_id};
}

Result<Done> merge_or_schedule(Call& call, const PullContext& at, Body<MergePullRequestOption> body)
{
    const auto merger = caller_of(call, at);
    const MergeWish wish{.style = body->do_,
                         .title = std::string(text::trim(body->merge_title_field)),
                         .message = std::string(text::trim(body->merge_message_field)),
                         .head_commit_id = body->head_commit_id,
                         .merge_commit_id = body->merge_commit_id,
                         .force = body->force_merge,
                         .delete_branch = body->delete_branch_after_merge.value_or(
                             at.place.repository.default_delete_branch_after_merge)};
    if (!body->merge_when_checks_succeed) {
        TRY(merge(call.site, at.issue.id, merger, wish));
        return Done{};
    }
    // It would be done later by all rights that the person has.
    if (accounts::is_of_task(call.db(), merger.token_id))
        return fail(Errc::forbidden, "a task merges at once or not at all");
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    TRY(check_merger(call.db(), known, merger));
    static_cast<void>(follow(call.site, known)); // what could not be found out counts as a conflict
    TRY(check_ready(known));
    TRY(schedule_merge(call.site, known, merger, wish));
    return Done{.status = 201};
}

Result<> is_merged(Call&, const PullContext& at)
{
    if (!at.issue.merged()) return not_found("a merge of this pull request");
    return {};
}

Result<> cancel(Call& call, const PullContext& at)
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

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/pulls/{index}/merge", scope::repository, reads_pull,   quick<is_merged>,          204, "repoPullRequestIsMerged",      "Check whether a pull request was merged"},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/merge", scope::repository, changes_pull, handle<merge_or_schedule>, 200, "repoMergePullRequest",         "Merge a pull request", {403, 405, 409, 422}},
    {DELETE, "/repos/{owner}/{repo}/pulls/{index}/merge", scope::repository, changes_pull, handle<cancel>,            204, "repoCancelScheduledAutoMerge", "Cancel a scheduled merge", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table merge_table{"repository", operations};

} // namespace cairn::pulls
