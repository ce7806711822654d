#include "pulls/merge/updating.hpp"

#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/references/references.hpp"
#include "git/store/borrow.hpp"
#include "git/store/store.hpp"
#include "pulls/follow/maintainers.hpp"
#include "pulls/merge/approvals.hpp"
#include "pulls/merge/merge_commits.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::pulls {

using api::Call;
using git::ObjectId;
using repositories::StoredRepository;

namespace {

bool allows(const StoredRepository& repository, UpdateStyle style)
{
    return style == UpdateStyle::rebase ? repository.allow_rebase_update : repository.allow_merge_update;
}

MergePlan plan_for(const Call& call, const git::Repository& repository, const PullContext& at, const ObjectId& head,
                   const ObjectId& base)
{
    const auto person = repositories::author_of(accounts::account_of(call.caller), call.settings());
    return {.head = head,
            .merger = person,
            .author = person,
            .message = {},
            .write = repositories::signing_writer(
                call.site,
                {.conditions = call.settings().repository_signing.merges,
                 .account_id = call.caller.id,
                 .verifies = contents::verifier(call.site, at.place.repository, repository),
                 .brought = base,
                 .approved = !approvers(call.db(), at.issue.id).empty()})};
}

// The base branch's commits, in the repository of the head.
Result<std::optional<git::Borrowed>> bring_base(const Call& call, const Known& known, const StoredRepository& head)
{
    if (head.id == known.repository.id) return std::optional<git::Borrowed>();
    return std::optional(
        TRY(git::Borrowed::fetch(call.site.get<git::Children>(),
                                 {.from = call.site.get<git::Store>().path(known.repository.storage),
                                  .branch = known.pull.base_branch,
                                  .into = call.site.get<git::Store>().path(head.storage),
                                  .time_limit = std::chrono::seconds(call.settings().git.fetch_timeout)})));
}

} // namespace

bool can_update(const Call& call, const PullContext& at, UpdateStyle style)
{
    if (at.issue.closed || call.caller.anonymous() || at.pull.by_push || !allows(at.place.repository, style))
        return false;
    const auto head = repositories::find_repository(call.db(), at.pull.head_repository_id);
    const Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    return head && may_update(call.db(), known, *head, accounts::account_of(call.caller), style);
}

Result<ObjectId> write_joining(const Call& call, const git::Repository& repository, const PullContext& at,
                               const ObjectId& tree, const ObjectId& tip, const ObjectId& base)
{
    const auto plan = plan_for(call, repository, at, tip, base);
    return plan.write(repository,
                      {.tree = tree,
                       .parents = {tip, base},
                       .author = plan.author,
                       .committer = plan.merger,
                       .message = "Merge branch '" + at.pull.base_branch + "' into " + at.pull.head_branch + "\n"});
}

Result<> move_head(const Call& call, const PullContext& at, UpdateStyle style, const MakeHead& make)
{
    if (at.issue.closed) return fail(Errc::unprocessable, "the pull request is merged or closed");
    const auto head = repositories::find_repository(call.db(), at.pull.head_repository_id);
    if (!head || at.pull.by_push) return fail(Errc::unprocessable, "the pull request has no branch");
    const Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    if (!allows(at.place.repository, style)
        || !may_update(call.db(), known, *head, accounts::account_of(call.caller), style))
        return fail(Errc::forbidden, "you may not update this branch", ErrorForm::empty);
    const auto borrowed = TRY(bring_base(call, known, *head));
    const auto repository = TRY(git::Repository::open(call.site.get<git::Store>().path(head->storage)));
    const auto base = borrowed ? borrowed->commit() : TRY(git::find_branch(repository, known.pull.base_branch));
    const auto make_here = [&](const ObjectId& tip) -> Result<ObjectId> {
        if (tip.is_zero()) return fail(Errc::unprocessable, "the branch of the pull request is gone");
        if (TRY(git::descends_from(repository, tip, base)))
            return fail(Errc::unprocessable, "the branch has all that " + known.pull.base_branch + " has");
        return make(repository, tip, base);
    };
    const auto done = TRY(git::land(repository, {.branch = known.pull.head_branch, .make = make_here}));
    repositories::record_push(call.site, *head, repository, {.pusher_id = call.caller.id, .changes = {done}});
    if (auto fresh = find_known(call.db(), at.issue.id)) static_cast<void>(follow(call.site, *fresh));
    return {};
}

Result<> update_pull(const Call& call, const PullContext& at, const UpdateQuery& wanted)
{
    const auto style = wanted.style == "rebase" ? UpdateStyle::rebase : UpdateStyle::merge;
    return move_head(
        call, at, style,
        [&](const git::Repository& repository, const ObjectId& tip, const ObjectId& base) -> Result<ObjectId> {
            if (style == UpdateStyle::rebase)
                return replay(repository, plan_for(call, repository, at, tip, base), base);
            const auto merged = TRY(git::merge_commits(repository, tip, base));
            if (!merged.conflicts.empty())
                return fail(Errc::conflict, "both sides have changed " + merged.conflicts.front() + " differently");
            return write_joining(call, repository, at, merged.tree, tip, base);
        });
}

} // namespace cairn::pulls
