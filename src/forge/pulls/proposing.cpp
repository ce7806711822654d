#include "pulls/proposing.hpp"

#include "accounts/profile/block.hpp"
#include "contents/head_context.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "issues/assignment.hpp"
#include "issues/labels/milestone.hpp"
#include "pulls/opening.hpp"

namespace cairn::pulls {

using access::Unit;
using api::Call;

namespace {

// A branch, and nothing else that git can find.
Result<void> check_is_branch(const Call& call, const RepositoryContext& place, const std::string& name)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    auto found = git::find_branch(*repository, name);
    if (found) return {};
    if (found.error().code == Errc::not_found && git::find_commit(*repository, name))
        return fail(Errc::unprocessable, name + " is not a branch");
    return std::unexpected(std::move(found).error());
}

bool was_let_in(db::Queries& db, std::int64_t account_id, const RepositoryContext& base)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM collaboration WHERE repository_id = $1 AND account_id = $2)"
                           " OR EXISTS (SELECT 1 FROM team_member m JOIN team_repository t ON t.team_id = m.team_id"
                           " WHERE t.repository_id = $1 AND m.account_id = $2) AS value",
                           base.repository.id, account_id);
}

// Whoever can read what everybody can read does not decide what is proposed of it; whoever was let in, as much as it
// may be, does.
Result<void> check_may_use_head(const Call& call, const RepositoryContext& base, const RepositoryContext& head)
{
    if (head.repository.id != base.repository.id || base.access.writes(Unit::code) || base.access.writes(Unit::pulls)
        || was_let_in(call.db(), call.caller.id, base))
        return {};
    return fail(Errc::forbidden, "you may propose branches of your own forks only");
}

struct Sides {
    RepositoryContext head_place;
    std::string head;
    std::string base;
};

Result<Sides> find_sides(const Call& call, const RepositoryContext& place, const CreatePullRequestOption& wanted)
{
    if (wanted.head == wanted.base) return fail(Errc::unprocessable, "head and base are the same branch");
    auto head = wanted.head;
    auto head_place = TRY(contents::find_head_context(call, place, head));
    if (!place.access.reads(Unit::code)) return not_found("the repository's code");
    TRY(check_is_branch(call, place, wanted.base));
    TRY(check_is_branch(call, head_place, head));
    TRY(check_may_use_head(call, place, head_place));
    if (find_open_pull(call.db(), head_place.repository.id, head, place.repository.id, wanted.base))
        return fail(Errc::conflict, "there is an open pull request of these branches");
    return Sides{.head_place = std::move(head_place), .head = std::move(head), .base = wanted.base};
}

// What only those may say who may write to pull requests; of others it is not even looked at.
Result<void> read_triage(const Call& call, const RepositoryContext& place, const CreatePullRequestOption& wanted,
                         Proposal& proposal)
{
    if (!place.access.writes(Unit::pulls)) return {};
    proposal.labels = issues::usable_labels(call.db(), place.repository, wanted.labels);
    if (wanted.milestone != 0 && !issues::find_milestone(call.db(), place.repository.id, wanted.milestone))
        return not_found("the milestone");
    proposal.milestone_id = wanted.milestone;
    auto names = wanted.assignees;
    names.push_back(wanted.assignee);
    proposal.assignees = TRY(issues::find_assignees(call, place, names));
    proposal.deadline = wanted.due_date.value_or(Time{});
    return {};
}

} // namespace

Result<void> check_opens_pull(const Call& call, const RepositoryContext& place)
{
    // What they cannot read of the code is found out with the branches.
    TRY(repositories::question::signed_in(call, place));
    TRY(question::has_pulls(call, place));
    TRY(repositories::question::not_archived(call, place));
    if (accounts::is_blocked(call.db(), place.owner.id, call.caller.id))
        return fail(Errc::forbidden, "the owner has blocked you");
    return {};
}

Result<StoredIssue> open_pull(const Call& call, const RepositoryContext& place, const CreatePullRequestOption& option)
{
    const auto sides = TRY(find_sides(call, place, option));
    Proposal proposal{.poster = accounts::account_of(call.caller),
                      .repository = place.repository,
                      .base_branch = sides.base,
                      .head_repository_id = sides.head_place.repository.id,
                      .head_branch = sides.head,
                      .found = {},
                      .title = issues::clean_title(option.title),
                      .body = option.body,
                      .allow_maintainer_edit =
                          option.allow_maintainer_edit.value_or(place.repository.default_allow_maintainer_edit)};
    if (proposal.title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    TRY(read_triage(call, place, option, proposal));
    proposal.reviewers = TRY(find_reviewers(call, place, option.reviewers, option.team_reviewers));
    TRY(check_can_review(call.db(), place.repository, call.caller.id, call.caller.id, proposal.reviewers));
    const auto head = TRY(bring(call.site, sides.head_place.repository, sides.head, place.repository));
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    proposal.found = TRY(assess(*repository, TRY(git::find_branch(*repository, sides.base)), head.commit));
    return open_pull(call.site, *repository, proposal);
}

} // namespace cairn::pulls
