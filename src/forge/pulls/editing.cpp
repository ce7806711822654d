#include "pulls/editing.hpp"

#include "db/database.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"
#include "issues/assignment.hpp"
#include "issues/editing.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/labels/milestone.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/follow/retarget.hpp"
#include "pulls/review/ownership.hpp"
#include "repositories/references/branch.hpp"

namespace cairn::pulls {

using api::Call;

namespace {

// Clients that cannot leave members out, like those in Go, send at zero what they were not told. An empty base gives
// them away, because none is called so; the milestone 0 of such a body is not meant either.
EditPullRequestOption as_meant(EditPullRequestOption asked)
{
    if (asked.assignee == "") asked.assignee.reset();
    if (asked.base != "") return asked;
    asked.base.reset();
    if (asked.milestone == 0) asked.milestone.reset();
    return asked;
}

// What was asked for, checked as far as that can be done before the transaction.
struct Wanted {
    issues::NewWords words{};
    std::optional<bool> closed{};
    std::string base{}; // empty: as it is
    // Of those who may write to pull requests:
    std::optional<std::set<std::int64_t>> assignees{};
    std::optional<std::int64_t> milestone_id{};
    std::optional<std::vector<issues::StoredLabel>> labels{};
    std::optional<std::optional<Time>> deadline{};
};

Result<void> read_triage(const Call& call, const PullContext& at, const EditPullRequestOption& asked, Wanted& wanted)
{
    if (!at.may_write()) return {};
    wanted.deadline = TRY(issues::read_deadline(asked.due_date, asked.unset_due_date));
    if (asked.assignees || asked.assignee) {
        auto names = asked.assignees.value_or(std::vector<std::string>());
        if (asked.assignee) names.push_back(*asked.assignee);
        wanted.assignees = TRY(issues::find_assignees(call, at.place, names));
    }
    if (asked.milestone && *asked.milestone > 0
        && !issues::find_milestone(call.db(), at.place.repository.id, *asked.milestone))
        return not_found("the milestone");
    wanted.milestone_id = asked.milestone;
    if (asked.labels) wanted.labels = issues::usable_labels(call.db(), at.place.repository, *asked.labels);
    return {};
}

Result<Wanted> read_wanted(const Call& call, const PullContext& at, const EditPullRequestOption& asked)
{
    Wanted wanted;
    wanted.closed = TRY(issues::read_state(asked.state));
    if (wanted.closed && at.issue.merged()) return fail(Errc::precondition_failed, "the pull request was merged");
    if (asked.allow_maintainer_edit && !at.is_poster(call.caller))
        return fail(Errc::forbidden, "only who has opened the pull request says who may push to its branch");
    if (asked.base && *asked.base != at.pull.base_branch) {
        if (!repositories::find_branch(call.db(), at.place.repository.id, *asked.base)) return not_found(*asked.base);
        wanted.base = *asked.base;
    }
    wanted.words = issues::read_words(call, at, issues::clean_title(asked.title.value_or("")), asked.body);
    TRY(read_triage(call, at, asked, wanted));
    return wanted;
}

// Of what a poster can change.
bool only_closes(const EditPullRequestOption& asked)
{
    return asked.state == "closed" && !asked.title && !asked.body && !asked.base && !asked.allow_maintainer_edit;
}

} // namespace

Result<> edit_pull(const Call& call, const PullContext& at, const EditPullRequestOption& asked)
{
    if (!at.is_poster(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "you may not change this pull request", ErrorForm::empty);
    const auto option = as_meant(asked);
    if (!at.may_write() && !only_closes(option)) TRY(issues::check_not_blocked(call, at));
    const auto wanted = TRY(read_wanted(call, at, option));
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        auto pull = find_pull(tx, at.issue.id);
        if (!issue || !pull) return not_found("the pull request");
        if (option.content_version && *option.content_version != issue->content_version)
            return fail(Errc::conflict, "somebody else has changed the text in the meantime");
        const issues::Change change{tx, call.site.events, call.caller.id, *issue};
        if (!wanted.base.empty()) TRY(retarget(change, *pull, wanted.base));
        issues::reword(change, wanted.words);
        if (wanted.deadline) issues::set_deadline(change, *wanted.deadline);
        if (wanted.assignees) issues::set_assignees(change, *wanted.assignees);
        if (wanted.milestone_id) issues::set_milestone(change, *wanted.milestone_id);
        if (wanted.labels) issues::replace_labels(change, *wanted.labels);
        if (wanted.closed) TRY(issues::set_closed(change, *wanted.closed));
        if (option.allow_maintainer_edit)
            tx.run("UPDATE pull_request SET allow_maintainer_edit = $2 WHERE issue_id = $1", issue->id,
                   *option.allow_maintainer_edit);
        return {};
    }));
    if (auto known = find_known(call.db(), at.issue.id)) static_cast<void>(follow(call.site, *known));
    if (at.issue.draft)
        if (const auto repository = call.site.get<git::Repositories>().open(at.place.repository.storage))
            request_code_owners(call.site, at.place.repository, **repository, at.issue.id);
    return {};
}

} // namespace cairn::pulls
